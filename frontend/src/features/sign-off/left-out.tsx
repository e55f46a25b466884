import { Button } from '@mantine/core';
import { useState } from 'react';

import type { DialogValues, ServiceLine } from '@/service-lines/define';
import { Banner } from '@/shared/ui/banner';

import classes from './note-dialog.module.css';

export interface LeftOutProps {
  /** What was typed, as it would be stored. */
  content: DialogValues;
  note: NonNullable<ServiceLine['note']>;
  /** The IANA zone of the bedside. */
  zone: string;
}

/** Input from before a sign-out that can no longer go into the note, to be copied. */
export function LeftOut({ content, note, zone }: LeftOutProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={classes.leftOut}>
      <Banner
        tone="warning"
        announce="status"
        title="What you typed before you were signed out is not in this note."
        actions={
          <Button variant="default" size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide What You Typed' : 'Show What You Typed'}
          </Button>
        }
      >
        <p>The note has changed since then, or you can no longer edit it. Copy what you still need.</p>
      </Banner>
      {shown && <note.Facts content={content} zone={zone} />}
    </div>
  );
}
