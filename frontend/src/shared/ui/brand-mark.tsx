/** A small lantern on a line; the transfer variant hangs it on an arrow. */
export function BrandMark({
  variant = 'consult',
  size = '1.75rem',
}: {
  variant?: 'consult' | 'transfer';
  size?: string;
}) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="var(--wl-accent-text)"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-variant={variant}
    >
      <path d={variant === 'transfer' ? 'M3 5h26m-4-3 4 3-4 3' : 'M3 5h26'} />
      <path d="M16 5v4" />
      <path d="M11.5 12.5h9l1.5 11.5h-12z" />
      <path d="M13 12.5c0-2 1.3-3.5 3-3.5s3 1.5 3 3.5" />
      <path d="M11 27h10" />
      <path d="M16 16.2c1.6 1.7 2 2.6 2 3.6a2 2 0 0 1-4 0c0-1 .4-1.9 2-3.6z" fill="var(--wl-warning)" stroke="none" />
    </svg>
  );
}
