import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useIsMobile } from '@/shared/hooks/use-layout';

import classes from './note-dialog.module.css';

/**
 * Where the note is: a modal dialog, docked beside a call, or behind the consult's page, which the user reads during a call. It stays the
 * same element throughout, so that nothing in it is lost.
 */
export type NotePlace = 'modal' | 'docked' | 'behind';

interface NoteFrameProps {
  place: NotePlace;
  closesOnEscape?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog around the note. */
export function NoteFrame({ place, closesOnEscape = true, onClose, children }: NoteFrameProps) {
  const mobile = useIsMobile();
  const isModal = place === 'modal';
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  useModality(frame, isModal);
  useFocusInNote(frame, isModal);
  useEscape(isModal || !closesOnEscape ? null : frame, onClose);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size="min(var(--wl-page-width), 92vw)"
      padding={isModal ? 'lg' : 'md'}
      centered
      fullScreen={mobile}
      trapFocus={isModal}
      lockScroll={isModal}
      closeOnClickOutside={false}
      closeOnEscape={isModal && closesOnEscape}
      classNames={{ root: classes.frame, inner: classes.place, content: classes.content, header: classes.title }}
      attributes={{ header: { role: 'presentation' } }}
      data-place={place}
      // The page below is hidden while it is covered, which the style sheets find by this.
      data-covers={place === 'docked' || undefined}
    >
      {isModal && <Modal.Overlay />}
      <Modal.Content ref={setFrame}>
        <Modal.Header>
          <Modal.Title>Stroke Note</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mantine's dialogs always say that they are modal. */
function useModality(frame: HTMLElement | null, isModal: boolean) {
  useLayoutEffect(() => frame?.setAttribute('aria-modal', String(isModal)), [frame, isModal]);
}

/**
 * Gives a docked note the focus when it opens, as a modal one gets it, and puts it back where the user was when a call begins or ends:
 * a dialog that becomes modal would focus its first button.
 */
function useFocusInNote(frame: HTMLElement | null, isModal: boolean) {
  const last = useRef<HTMLElement | null>(null);
  const wasModal = useRef<boolean | null>(null);
  useEffect(() => {
    if (frame === null) return undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target;
    };
    frame.addEventListener('focusin', remember);
    return () => frame.removeEventListener('focusin', remember);
  }, [frame]);
  useEffect(() => {
    if (frame === null || wasModal.current === isModal) return undefined;
    const isNew = wasModal.current === null;
    wasModal.current = isModal;
    if (isNew && isModal) return undefined;
    const held = last.current;
    // After the focus trap, which waits as long.
    const timer = window.setTimeout(() => {
      const target = held?.isConnected === true ? held : frame;
      if (isModal || isNew || document.activeElement === document.body) target.focus({ preventScroll: true });
    });
    return () => window.clearTimeout(timer);
  }, [frame, isModal]);
}

/** A docked note closes on Escape only while it has focus: beside it, Escape belongs to something else. */
function useEscape(frame: HTMLElement | null, onClose: () => void) {
  const latest = useRef(onClose);
  useEffect(() => void (latest.current = onClose));
  useEffect(() => {
    if (frame === null) return undefined;
    const press = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || event.isComposing || isInMenu(event.target);
      if (event.key === 'Escape' && !isTaken) latest.current();
    };
    frame.addEventListener('keydown', press);
    return () => frame.removeEventListener('keydown', press);
  }, [frame]);
}

/** An open menu closes itself first, and marks its elements. */
function isInMenu(target: EventTarget | null): boolean {
  const marked = '[data-mantine-stop-propagation="true"], [role="menu"], [aria-expanded="true"]';
  return target instanceof Element && target.closest(marked) !== null;
}
