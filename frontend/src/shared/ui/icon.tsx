import type { SVGProps } from 'react';

/** Line drawings on a 24 px grid; an icon never stands alone for a meaning, so all are hidden from assistive technology. */
const drawings = {
  alert: 'M12 8v5m0 3.5v.01M10.3 3.9 2.4 18a2 2 0 0 0 1.7 3h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z',
  apps: 'M5 5h4v4H5zm10 0h4v4h-4zM5 15h4v4H5zm10 0h4v4h-4z',
  back: 'M19 12H5m6-6-6 6 6 6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zm4 2.5a2 2 0 0 0 4 0M12 5V3.5',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zm0 7h7a3.5 3.5 0 0 1 0 7H7z',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3m-3 4h3m-3 4h3',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'check-circle': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm-4-8.5 2.7 2.7L16 9.8',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-left': 'm15 5-7 7 7 7',
  'chevron-right': 'm9 5 7 7-7 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3.5 2',
  close: 'M6 6l12 12M18 6 6 18',
  collapse: 'M20 4l-6 6m0-5v5h5M4 20l6-6m0 5v-5H5',
  comment: 'M4 5h16v11H10l-4 3.5V16H4z',
  edit: 'm4 20 1-4L16 5l3 3L8 19zM14 7l3 3',
  expand: 'M14 10l6-6m-5 0h5v5M10 14l-6 6m5 0H4v-5',
  external: 'M14 4h6v6m0-6-9 9M18 13v6H5V6h6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zm9.5 2.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  'hang-up': 'M3 14.5c5-5 13-5 18 0l-2 2.5-4-1.5V13a11 11 0 0 0-6 0v2.5L5 17z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm-2.5-11.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.8m0 3v.01',
  indent: 'M4 5h16M11 10h9m-9 5h9M4 20h16M4 9.5l3 3-3 3',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-10v5m0-8v.01',
  italic: 'M10 5h8M6 19h8m0-14-4 14',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  lock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  logout: 'M14 5H5v14h9M10 12h10m-3.5-3.5L20 12l-3.5 3.5',
  microphone: 'M12 14a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3zm-6.5-3a6.5 6.5 0 0 0 13 0M12 17.5V21',
  'microphone-off':
    'M9 9V6a3 3 0 0 1 6 0v4m-3 4a3 3 0 0 1-3-3m-3.5 0a6.5 6.5 0 0 0 10.5 5M12 17.5V21m6.3-7.3c.2-.9.2-1.8.2-2.7M4 4l16 16',
  outdent: 'M4 5h16M11 10h9m-9 5h9M4 20h16M7 9.5l-3 3 3 3',
  phone: 'M6 4h3l1.5 4.5L8.5 10a11 11 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V4h10v5M7 17H4v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6h-3M7 14h10v6H7z',
  refresh: 'M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 4.5 4.5',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  sound: 'M4 10v4h3l4 3.5v-11L7 10zm11-1a4 4 0 0 1 0 6m2-9a8 8 0 0 1 0 12',
  'sound-off': 'M4 10v4h3l4 3.5v-11L7 10zm12 0 4 4m0-4-4 4',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
  transfer: 'M4 8h15m-3-3 3 3-3 3M20 16H5m3-3-3 3 3 3',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8.5a7.5 7.5 0 0 1 15 0',
  video: 'M4 7h11v10H4zm11 3.5 5-3v9l-5-3',
  'video-off': 'M9 7h6v6m0 3v1H4V7h1m10 3.5 5-3v9l-4-2.4M3 4l17 17',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name, size = 20, ...svg }: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...svg}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
