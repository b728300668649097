/** Every call of the registry has a summary for the description of the API, and every summary a call. */
import { registry } from '@prdm/contract';
import { idleSummaries, summaryOf } from '@prdm/contract/kit/summaries';

const complaints = [
  ...registry
    .filter((endpoint) => summaryOf(endpoint) === null)
    .map(({ method, path }) => `${method} ${path} has no summary in packages/contract/src/kit/summaries.ts`),
  ...idleSummaries(registry).map((entry) => `${entry} is no call, but has a summary`),
];
for (const complaint of complaints) console.log(complaint);
console.log(`${registry.length} calls, ${complaints.length} complaint(s)`);
if (complaints.length > 0) process.exitCode = 1;
