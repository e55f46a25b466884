export interface AppPanelProps {
  opened: boolean;
  onClose: () => void;
  admin: boolean;
  reporting: boolean;
}
