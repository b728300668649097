import { configure } from '@testing-library/react';

/**
 * Same reason as `tools/test/patience.ts`, for queries on a page. A page loads when it opens, and the first page of a
 * kind is slow.
 */
configure({ asyncUtilTimeout: 10_000 });
