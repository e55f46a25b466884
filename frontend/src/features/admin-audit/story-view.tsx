import type { ListedEntryRead } from '@/api/generated/types.gen';
import { capitalize } from '@/shared/lib/capitalize';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './admin-audit.module.css';
import { ConsultLink } from './consult-link';
import { type Chapter, deedsInWords, storyOf, timeInWords, type Told } from './story';
import { aboutOf, resultOf, toneOf, whoOf } from './words';

import lists from '@/shared/ui/list.module.css';

interface StoryProps {
  entries: readonly ListedEntryRead[];
  by: 'hour' | 'consult';
}

/** What one person did, hour by hour, or what was done with one patient's data, consult by consult. */
export function Story({ entries, by }: StoryProps) {
  return (
    <ol className={lists.list} aria-label={by === 'hour' ? 'What happened, by hour' : 'What happened, by consult'}>
      {storyOf(entries, by).map((chapter) => (
        <li key={chapter.key} className={classes.chapter}>
          <h2 className={classes.chapterTitle}>
            <ChapterTitle chapter={chapter} />
          </h2>
          <ul className={classes.lines}>
            {chapter.lines.map((line) => (
              <Line key={line.entry.id} line={line} by={by} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function ChapterTitle({ chapter: { title, consultId, lines } }: { chapter: Chapter }) {
  if (consultId === null) return title;
  const isOpenable = lines.some(({ entry }) => entry.openableConsultIds.includes(consultId));
  return <ConsultLink consultId={consultId} isOpenable={isOpenable} />;
}

interface LineProps {
  line: Told;
  by: 'hour' | 'consult';
}

function Line({ line, by }: LineProps) {
  const { entry } = line;
  const [consultId, ...others] = entry.consultIds;
  const isOfConsult = consultId !== undefined && others.length === 0;
  const about = isOfConsult || line.from !== line.to ? '' : aboutOf(entry);
  return (
    <li className={classes.line}>
      <span>
        {by === 'consult' && <strong>{whoOf(entry)} </strong>}
        {by === 'consult' ? deedsInWords(line) : capitalize(deedsInWords(line))} {timeInWords(line, by === 'consult')}
        {by === 'hour' && isOfConsult && (
          <>
            : <ConsultLink consultId={consultId} isOpenable={entry.openableConsultIds.includes(consultId)} />
          </>
        )}
        {about !== '' && `: ${about}`}
      </span>
      {entry.result !== 'allowed' && <StatusBadge tone={toneOf(entry)}>{resultOf(entry)}</StatusBadge>}
    </li>
  );
}
