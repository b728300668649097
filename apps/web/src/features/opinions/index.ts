/** The screens of opinions. The app places them into reviews, tasks and models. */
export { OpinionsPanel } from './parts/opinions-panel.tsx';
export { ModelOpinions } from './parts/model-opinions.tsx';
