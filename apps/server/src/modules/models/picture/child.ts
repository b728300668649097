import { readFile, writeFile } from 'node:fs/promises';
import { startGuard } from '../../../platform/processes/guard.ts';
import { tablesOf } from '../convert/frag/frag-file.ts';
import { drawModel, HEIGHT, WIDTH } from './draw.ts';
import { encodePng } from './png.ts';
import type { DrawJob } from './index.ts';

/** The drawing process: reads one .frag file, writes a PNG, exits. When nothing is visible it writes no file. */
const job = JSON.parse(process.argv[2] ?? '') as DrawJob;
startGuard(job.parentPid);
const rgb = drawModel(tablesOf(await readFile(job.fragPath)), { ms: job.budgetMs });
if (rgb) await writeFile(job.target, encodePng(WIDTH, HEIGHT, rgb));
process.exit(0);
