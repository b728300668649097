import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Our own CSS variables. */
    [name: `--${string}`]: string | number | undefined;
  }
}
