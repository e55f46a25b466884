import type { TablerIcon } from '@tabler/icons-react';
import IconAdjustmentsHorizontal from '@tabler/icons-react/icons/IconAdjustmentsHorizontal';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconArrowLeft from '@tabler/icons-react/icons/IconArrowLeft';
import IconArrowsDiagonal from '@tabler/icons-react/icons/IconArrowsDiagonal';
import IconArrowsDiagonalMinimize2 from '@tabler/icons-react/icons/IconArrowsDiagonalMinimize2';
import IconArrowsLeftRight from '@tabler/icons-react/icons/IconArrowsLeftRight';
import IconBell from '@tabler/icons-react/icons/IconBell';
import IconBold from '@tabler/icons-react/icons/IconBold';
import IconBuilding from '@tabler/icons-react/icons/IconBuilding';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import IconChevronLeft from '@tabler/icons-react/icons/IconChevronLeft';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import IconChevronUp from '@tabler/icons-react/icons/IconChevronUp';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconClock from '@tabler/icons-react/icons/IconClock';
import IconExternalLink from '@tabler/icons-react/icons/IconExternalLink';
import IconEye from '@tabler/icons-react/icons/IconEye';
import IconFilter2 from '@tabler/icons-react/icons/IconFilter2';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import IconHourglass from '@tabler/icons-react/icons/IconHourglass';
import IconIndentDecrease from '@tabler/icons-react/icons/IconIndentDecrease';
import IconIndentIncrease from '@tabler/icons-react/icons/IconIndentIncrease';
import IconInfoCircle from '@tabler/icons-react/icons/IconInfoCircle';
import IconItalic from '@tabler/icons-react/icons/IconItalic';
import IconLayoutGrid from '@tabler/icons-react/icons/IconLayoutGrid';
import IconList from '@tabler/icons-react/icons/IconList';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconLogout from '@tabler/icons-react/icons/IconLogout';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconMicrophone from '@tabler/icons-react/icons/IconMicrophone';
import IconMicrophoneOff from '@tabler/icons-react/icons/IconMicrophoneOff';
import IconMoodCry from '@tabler/icons-react/icons/IconMoodCry';
import IconMoodHappy from '@tabler/icons-react/icons/IconMoodHappy';
import IconMoodNeutral from '@tabler/icons-react/icons/IconMoodNeutral';
import IconMoodSad from '@tabler/icons-react/icons/IconMoodSad';
import IconMoodSmile from '@tabler/icons-react/icons/IconMoodSmile';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
import IconPhoneEnd from '@tabler/icons-react/icons/IconPhoneEnd';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconPrinter from '@tabler/icons-react/icons/IconPrinter';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import IconStar from '@tabler/icons-react/icons/IconStar';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconVideo from '@tabler/icons-react/icons/IconVideo';
import IconVideoOff from '@tabler/icons-react/icons/IconVideoOff';
import IconVolume from '@tabler/icons-react/icons/IconVolume';
import IconVolumeOff from '@tabler/icons-react/icons/IconVolumeOff';
import IconX from '@tabler/icons-react/icons/IconX';

/** Each icon is imported from its own file, because the package's index would load all five thousand icons in tests. */
const icons = {
  alert: IconAlertTriangle,
  apps: IconLayoutGrid,
  back: IconArrowLeft,
  bell: IconBell,
  bold: IconBold,
  building: IconBuilding,
  check: IconCheck,
  'check-circle': IconCircleCheck,
  'chevron-down': IconChevronDown,
  'chevron-left': IconChevronLeft,
  'chevron-right': IconChevronRight,
  'chevron-up': IconChevronUp,
  clock: IconClock,
  close: IconX,
  collapse: IconArrowsDiagonalMinimize2,
  comment: IconMessage,
  edit: IconPencil,
  expand: IconArrowsDiagonal,
  external: IconExternalLink,
  eye: IconEye,
  filter: IconFilter2,
  'hang-up': IconPhoneEnd,
  help: IconHelpCircle,
  indent: IconIndentIncrease,
  info: IconInfoCircle,
  italic: IconItalic,
  limit: IconHourglass,
  list: IconList,
  lock: IconLock,
  logout: IconLogout,
  mail: IconMail,
  microphone: IconMicrophone,
  'microphone-off': IconMicrophoneOff,
  'mood-bad': IconMoodSad,
  'mood-good': IconMoodSmile,
  'mood-neutral': IconMoodNeutral,
  'mood-very-bad': IconMoodCry,
  'mood-very-good': IconMoodHappy,
  outdent: IconIndentDecrease,
  phone: IconPhone,
  plus: IconPlus,
  print: IconPrinter,
  refresh: IconRefresh,
  search: IconSearch,
  settings: IconAdjustmentsHorizontal,
  sound: IconVolume,
  'sound-off': IconVolumeOff,
  star: IconStar,
  transfer: IconArrowsLeftRight,
  user: IconUser,
  video: IconVideo,
  'video-off': IconVideoOff,
} as const satisfies Record<string, TablerIcon>;

const sizes = { xs: '0.875rem', sm: '1.125rem', md: '1.25rem', lg: '1.75rem' } as const;

export type IconName = keyof typeof icons;

export interface IconProps {
  name: IconName;
  size?: keyof typeof sizes;
  className?: string | undefined;
}

/** An outlined icon. The text beside it carries the meaning, so it is hidden from assistive technology. */
export function Icon({ name, size = 'md', className }: IconProps) {
  const TablerComponent = icons[name];
  return <TablerComponent size={sizes[size]} stroke={1.75} className={className} aria-hidden="true" />;
}
