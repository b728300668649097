import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A server process under measurement. */
export interface BareServer {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts `bench/<file>` and waits for the line with its address. */
export async function startBareServer(file: string, args: readonly string[]): Promise<BareServer> {
  const child: ChildProcess = spawn(process.execPath, [new URL(`../${file}`, import.meta.url).pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout ?? process.stdin, 'data')) as [Buffer];
  const address = /http:\S+/.exec(line.toString())?.[0];
  if (address === undefined) throw new Error(`the bare server said: ${line.toString()}`);
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
