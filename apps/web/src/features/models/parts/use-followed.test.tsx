import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useFollowed } from './use-followed.ts';

afterEach(cleanup);

/** A tool of the viewer as the pages use it. */
class Tool {
  value = 'whole';
  private readonly listeners = new Set<() => void>();
  on(_event: 'change', listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  set(value: string): void {
    this.value = value;
    for (const listener of this.listeners) listener();
  }
}

function Follower({ tool }: { tool: Tool | null }) {
  return <output>{useFollowed(tool, 'change', () => tool?.value ?? 'none')}</output>;
}

/** Applies a viewpoint in an effect before the effects of the tools, as the model page does. */
function Page({ tool, isReady }: { tool: Tool; isReady: boolean }) {
  useEffect(() => {
    if (isReady) tool.set('narrowed');
  }, [tool, isReady]);
  return <Follower tool={isReady ? tool : null} />;
}

function Early({ tool }: { tool: Tool }) {
  useEffect(() => tool.set('narrowed'), [tool]);
  return null;
}

it('a state set at the moment of the subscription is not missed', () => {
  const tool = new Tool();
  const { rerender } = render(<Page tool={tool} isReady={false} />);
  expect(screen.getByRole('status').textContent).toBe('none');
  rerender(<Page tool={tool} isReady />);
  expect(screen.getByRole('status').textContent).toBe('narrowed');
});

it('a state set after the first read and before the subscription is not missed', () => {
  const tool = new Tool();
  render(
    <>
      <Early tool={tool} />
      <Follower tool={tool} />
    </>,
  );
  expect(screen.getByRole('status').textContent).toBe('narrowed');
  act(() => tool.set('whole'));
  expect(screen.getByRole('status').textContent).toBe('whole');
});
