import { Stack } from '@mantine/core';

import { choices } from '@/api/contract/choices/service-lines.gen';
import { strokeNote } from '@/api/contract/stroke-note.gen';
import { isFields } from '@/api/rules';
import { isRichText } from '@/shared/lib/rich-text';
import { RichTextView } from '@/shared/ui/rich-text';

import type { NoteFactsProps } from '../../define';
import { ClinicalTime } from '../clinical-time';
import { Fact, Facts } from '../facts';
import { formatTotal } from './nihss-total';
import { NoteSection } from './note-section';

/** A signed stroke note, read-only. */
export function StrokeNoteFacts({ content, zone }: NoteFactsProps) {
  const thrombolytic = isFields(content.thrombolytic) ? content.thrombolytic : {};
  const iaTherapy = isFields(content.iaTherapy) ? content.iaTherapy : {};
  return (
    <Stack gap="lg">
      <NoteSection title="Call">
        <Facts>
          <Fact label="Call Length">{minutes(content.callLength)}</Fact>
          <Fact label="Video Start Time">{moment(content.videoStartTime, zone)}</Fact>
          <Fact label="Last Known Well">{moment(content.lastKnownWell, zone)}</Fact>
        </Facts>
      </NoteSection>
      <NoteSection title="History and Examination">
        <RichTextFact label="HPI" value={content.hpi} />
        <RichTextFact label="Exam" value={content.exam} />
      </NoteSection>
      <NihssFacts nihss={content.nihss} comments={content.nihssComments} />
      <NoteSection title="Labs and Imaging">
        {content.labsNotDone === true ? <p>Labs not done.</p> : <RichTextFact label="Labs" value={content.labs} />}
        <RichTextFact label="Imaging" value={content.imaging} />
      </NoteSection>
      <NoteSection title="Thrombolysis">
        <Facts>
          <Fact label="Was a thrombolytic given?">{yesNo(thrombolytic.given)}</Fact>
          <Fact label="Drug">{textOf(thrombolytic.drug)}</Fact>
          <Fact label="Dosage">{textOf(thrombolytic.dosage)}</Fact>
          <Fact label="Time Given">{moment(thrombolytic.timeGiven, zone)}</Fact>
          <Fact label="Was administration delayed?">{yesNo(thrombolytic.delay)}</Fact>
          <Fact label="Reason for the Delay" wide>
            {selected(thrombolytic.delayReason, choices.DelayReason)}
          </Fact>
          <Fact label="Reason for Not Giving It" wide>
            {selected(thrombolytic.notGivenReason, choices.NotGivenReason)}
          </Fact>
        </Facts>
        <RichTextFact label="Recommendations" value={thrombolytic.recommendations} />
      </NoteSection>
      <NoteSection title="Intra-Arterial Therapy">
        <Facts>
          <Fact label="Is the patient a candidate for intra-arterial therapy?">{yesNo(iaTherapy.isCandidate)}</Fact>
          <Fact label="Reason Patient Is Not a Candidate" wide>
            {selected(iaTherapy.notCandidateReasons, choices.NotCandidateReason)}
          </Fact>
        </Facts>
      </NoteSection>
      <NoteSection title="Assessment and Plan">
        <Facts>
          <Fact label="Diagnosis" wide>
            {selected(content.diagnosis, choices.Diagnosis)}
          </Fact>
          <Fact label="Disposition" wide>
            {selected(content.disposition, choices.Disposition)}
          </Fact>
        </Facts>
        <RichTextFact label="Transfer" value={content.transfer} />
      </NoteSection>
      <NoteSection title="Time and Severity">
        <Facts>
          <Fact label="Total Time Spent">{minutes(content.totalTimeSpent)}</Fact>
          <Fact label="Is the patient critical?">{yesNo(content.criticalPatient)}</Fact>
        </Facts>
      </NoteSection>
    </Stack>
  );
}

function NihssFacts({ nihss, comments }: { nihss: unknown; comments: unknown }) {
  const values = isFields(nihss) ? nihss : {};
  const explanations = isFields(values.explanations) ? values.explanations : {};
  return (
    <NoteSection title="NIH Stroke Scale">
      <Facts>
        <Fact label="Total">{formatTotal(nihss)}</Fact>
      </Facts>
      {values.notDone !== true && (
        <Facts dense>
          {strokeNote.nihss.map(({ name, number, label }) => (
            <Fact key={name} label={`${number}. ${label}`}>
              {formatScore(values[name], explanations[name])}
            </Fact>
          ))}
        </Facts>
      )}
      {textOf(comments) !== '' && (
        <Facts>
          <Fact label="NIHSS Comments" wide>
            {textOf(comments)}
          </Fact>
        </Facts>
      )}
    </NoteSection>
  );
}

function formatScore(score: unknown, explanation: unknown): string {
  if (typeof score !== 'number') return '';
  if (score !== strokeNote.untestable) return String(score);
  return ['Untestable', textOf(explanation)].filter((part) => part !== '').join(': ');
}

function RichTextFact({ label, value }: { label: string; value: unknown }) {
  if (!isRichText(value)) return null;
  return (
    <Facts>
      <Fact label={label} wide>
        <RichTextView value={value} />
      </Fact>
    </Facts>
  );
}

type Options = readonly { value: string; label: string }[];

function selected(value: unknown, options: Options): string {
  if (!isFields(value)) return '';
  const picked: unknown[] = Array.isArray(value.selected) ? value.selected : [];
  const labels = options.filter((option) => picked.includes(option.value)).map(({ label }) => label);
  return [...labels, textOf(value.other)].filter((part) => part !== '').join('; ');
}

function moment(value: unknown, zone: string) {
  return typeof value === 'string' && <ClinicalTime moment={value} zone={zone} />;
}

function minutes(value: unknown): string {
  return typeof value === 'number' ? `${value} min` : '';
}

function yesNo(value: unknown): string {
  if (typeof value !== 'boolean') return '';
  return value ? 'Yes' : 'No';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
