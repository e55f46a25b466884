import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

import { checkByContract, useCheckedForm } from '@/api/contract-form';
import { withValueAt } from '@/api/rules';
import type { DialogValues } from '@/service-lines/define';

import { type FacilityOption, flagsOf } from './facilities';
import type { FacilityValues } from './facility-fields';

/** A form that asks a facility, validated with what the chosen facility asks for. */
export function useFacilityForm<V extends FacilityValues & FieldValues>(
  schema: 'RequestTransfer' | 'DeclineTransfer',
  options: readonly FacilityOption[],
  draft: DialogValues | null,
  empty: V & DefaultValues<V>,
): UseFormReturn<V> {
  return useCheckedForm<V>(
    async (values) => {
      // Only for the rules; the server reads it itself.
      const facility = flagsOf(options, values.preferredFacility) ?? undefined;
      const { data, errors } = await checkByContract(schema, { ...values, facility });
      return { data: withValueAt(data, 'facility', undefined), errors };
    },
    empty,
    draft,
  );
}
