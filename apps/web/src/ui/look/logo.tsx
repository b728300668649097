/** The product logo, drawn inline. It is on every page and needs no request. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#1f5fd6" />
      <g fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M9 24V8h8a5 5 0 0 1 0 10H9" />
        <path d="M18 24h5" />
      </g>
    </svg>
  );
}
