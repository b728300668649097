import ModelPage from '../../features/models/pages/model-page.tsx';
import { WithOpinions } from './with-opinions.tsx';

/** A model, with the opinions that lie in it. */
export default function Model() {
  return (
    <WithOpinions>
      <ModelPage />
    </WithOpinions>
  );
}
