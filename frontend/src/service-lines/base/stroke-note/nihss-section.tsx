import { type Control, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { strokeNote } from '@/api/contract/stroke-note.gen';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { CheckboxField } from '@/shared/forms/checkbox-field';
import { TextAreaField, TextField } from '@/shared/forms/text-field';

import classes from './nihss-section.module.css';
import { formatTotal } from './nihss-total';
import { FormSection } from './form-section';

type Item = (typeof strokeNote.nihss)[number];

/** The scale's items in their official wording, with the running total. */
export function NihssSection({ control }: { control: Control }) {
  const notDone: unknown = useWatch({ control, name: 'nihss.notDone' });
  return (
    <FormSection id="nihss" end={<Total control={control} />}>
      <CheckboxField control={control} name="nihss.notDone" label="NIHSS Not Done" />
      {strokeNote.nihss.map((item) => (
        <NihssItem key={item.name} control={control} item={item} disabled={notDone === true} />
      ))}
      <p className={classes.total} aria-hidden="true">
        <TotalText control={control} />
      </p>
      <TextAreaField
        control={control}
        name="nihssComments"
        label="NIHSS Comments"
        limit={strokeNote.sectionLimit}
        cap={strokeNote.sectionCap}
      />
    </FormSection>
  );
}

/** The total is shown above the items, where screen readers announce it, and again below the last one. */
function Total({ control }: { control: Control }) {
  return (
    <output className={classes.total} aria-label="NIHSS total">
      <TotalText control={control} />
    </output>
  );
}

function TotalText({ control }: { control: Control }) {
  const nihss: unknown = useWatch({ control, name: 'nihss' });
  return `Total ${formatTotal(nihss)}`;
}

interface NihssItemProps {
  control: Control;
  item: Item;
  disabled: boolean;
}

function NihssItem({ control, item, disabled }: NihssItemProps) {
  const score: unknown = useWatch({ control, name: `nihss.${item.name}` });
  return (
    <>
      <SingleChoiceField
        control={control}
        name={`nihss.${item.name}`}
        label={`${item.number}. ${item.label}`}
        options={optionsOf(item)}
        variant="list"
        required
        disabled={disabled}
      />
      {score === strokeNote.untestable && (
        <TextField
          control={control}
          name={`nihss.explanations.${item.name}`}
          label={`${item.number}. ${item.label}: why it is untestable`}
          limit={constants.SHORT_TEXT_LIMIT}
          cap={constants.MAX_TYPED_LENGTH}
        />
      )}
    </>
  );
}

/** Each option shows its score first, and typing that digit selects it. */
function optionsOf({ levels, untestable }: Item) {
  const scored = levels.map((text, score) => ({
    value: score,
    digit: String(score),
    label: <Level score={String(score)} text={text} />,
  }));
  if (untestable === null) return scored;
  return [
    ...scored,
    { value: strokeNote.untestable, digit: 'u', label: <Level score="UN" text={`${untestable}, explain`} /> },
  ];
}

function Level({ score, text }: { score: string; text: string }) {
  return (
    <span className={classes.level}>
      <b className={classes.score}>{score}</b> <span>{text}</span>
    </span>
  );
}
