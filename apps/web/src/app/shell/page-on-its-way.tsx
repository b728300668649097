import { useNavigation } from 'react-router';

/** A thin line at the top while the next page is fetched: on a slow line a click must not seem to have done nothing. */
export function PageOnItsWay() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="page-on-its-way" aria-hidden="true" />;
}
