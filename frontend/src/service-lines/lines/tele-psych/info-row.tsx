export { InfoRow } from '../../base/info-row';
