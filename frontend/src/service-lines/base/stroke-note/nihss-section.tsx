import { type Control, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { strokeNote } from '@/api/contract/stroke-note.gen';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { CheckboxField } from '@/shared/forms/checkbox-field';
import { TextAreaField, TextField } from '@/shared/forms/text-field';

import classes from './nihss-section.module.css';
import { totalInWords } from './nihss-total';
import { FormSection } from './form-section';

type Item = (typeof strokeNote.nihss)[number];

/** The scale item by item in its official wording, with the running total. */
export function NihssSection({ control }: { control: Control }) {
  const notDone: unknown = useWatch({ control, name: 'nihss.notDone' });
  return (
    <FormSection id="nihss" end={<Total control={control} />}>
      <CheckboxField control={control} name="nihss.notDone" label="NIHSS Not Done" />
      {strokeNote.nihss.map((item) => (
        <NihssItem key={item.name} control={control} item={item} disabled={notDone === true} />
      ))}
      <p className={classes.total} aria-hidden="true">
        <TotalWords control={control} />
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

/** It stands above the items, where it is told, and below them, where it is read after the last one. */
function Total({ control }: { control: Control }) {
  return (
    <output className={classes.total} aria-label="NIHSS total">
      <TotalWords control={control} />
    </output>
  );
}

function TotalWords({ control }: { control: Control }) {
  const nihss: unknown = useWatch({ control, name: 'nihss' });
  return `Total ${totalInWords(nihss)}`;
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

/** The score stands before its words, and its digit picks it. */
function optionsOf({ levels, untestable }: Item) {
  const scored = levels.map((words, score) => ({
    value: score,
    digit: String(score),
    label: <Level score={String(score)} words={words} />,
  }));
  if (untestable === null) return scored;
  return [
    ...scored,
    { value: strokeNote.untestable, digit: 'u', label: <Level score="UN" words={`${untestable}, explain`} /> },
  ];
}

function Level({ score, words }: { score: string; words: string }) {
  return (
    <span className={classes.level}>
      <b className={classes.score}>{score}</b> <span>{words}</span>
    </span>
  );
}
