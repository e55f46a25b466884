export interface AppPanelProps {
  opened: boolean;
  onClose: () => void;
}
