/**
 * Address of the library's worker among the built files, for `createViewer`. It is a separate module, so that code
 * outside a bundler, which does not support `?url`, can import the viewer.
 */
export { default as workerUrl } from '@thatopen/fragments/worker?url';
