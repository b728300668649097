/**
 * Address of the library's worker among the built files, for `createViewer`. In a module of its own, so that the viewer
 * can be imported where no bundler understands `?url`.
 */
export { default as workerUrl } from '@thatopen/fragments/worker?url';
