import { configure } from '@testing-library/react';

/** As `tools/test/patience.ts`, for what is looked for on a page: pages are loaded when they open, and the first of a kind takes its time. */
configure({ asyncUtilTimeout: 10_000 });
