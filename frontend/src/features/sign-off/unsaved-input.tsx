import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';

import { hideRestoredNotice } from '@/drafts/restored-notice';
import type { DialogValues, ServiceLine } from '@/service-lines/define';
import { Banner } from '@/shared/ui/banner';

import classes from './note-dialog.module.css';

export interface UnsavedInputProps {
  /** The input in the server's format. */
  content: DialogValues;
  note: NonNullable<ServiceLine['note']>;
  /** The IANA time zone of the bedside. */
  zone: string;
}

/** Input from before a sign-out that can no longer be saved in the note, so that the user can copy it. */
export function UnsavedInput({ content, note, zone }: UnsavedInputProps) {
  const [shown, setShown] = useState(false);
  useEffect(hideRestoredNotice, []);
  return (
    <div className={classes.unsaved}>
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
