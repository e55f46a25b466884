import { choices } from '@/api/contract/choices/service-lines.gen';

import { Fact } from '../../base/facts';
import { LineFacts } from '../../base/info-row';
import type { InfoRowProps } from '../../define';
import type { ConsultOf } from '@/consults/consult';

/** The suspected conditions; those that were not selected are left out. */
export function InfoRow(props: InfoRowProps<ConsultOf<'tele-toxicology'>>) {
  const detail = props.consult.TeleToxicologyConsultDetail;
  const conditions = choices.ToxicologyCondition.map(({ value, label }) => (
    <Fact key={value} label={label}>
      {detail[value] === true && 'Yes'}
    </Fact>
  ));
  return <LineFacts {...props} keyFacts={conditions} />;
}
