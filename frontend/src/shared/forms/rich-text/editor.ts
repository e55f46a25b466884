import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, Plugin, Selection, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

import { createStore, type StoreApi } from 'zustand/vanilla';
import { type RichText, storedLength } from '@/shared/lib/rich-text';

import { clipboard } from './clipboard';
import { type Formatting, formattingOf } from './formatting';
import { plugins } from './plugins';
import { docOf, valueOf } from './schema';

export interface EditorSettings {
  readonly editable: boolean;
  /** The longest text, as the server counts what it stores. */
  readonly cap: number;
}

/** What the editor shows, outlives the element that it is shown in: React may take that away and put it back. */
export class Editor {
  readonly formatting: StoreApi<Formatting>;
  /** Whether the last change was not taken because the text would have become too long. */
  readonly refused = createStore(() => false);

  private state: EditorState;
  private view: EditorView | null = null;
  private settings: EditorSettings;
  private hear: (value: RichText | '') => void = () => undefined;

  constructor(value: unknown, settings: EditorSettings) {
    const withinCap = new Plugin({ filterTransaction: (tr, state) => !tr.docChanged || this.fits(tr.doc, state.doc) });
    this.settings = settings;
    this.state = EditorState.create({ doc: docOf(value), plugins: [...plugins, withinCap] });
    this.formatting = createStore(() => formattingOf(this.state));
  }

  /** The element becomes the editable one until it goes. */
  readonly attach = (element: HTMLElement | null) => {
    if (element === null) return undefined;
    const view = new EditorView(
      { mount: element },
      {
        state: this.state,
        editable: () => this.settings.editable,
        dispatchTransaction: (tr) => this.take(tr),
        ...clipboard,
      },
    );
    this.view = view;
    return () => {
      this.view = null;
      view.destroy();
    };
  };

  /** Tells of each change that somebody makes here. */
  follow(hear: (value: RichText | '') => void) {
    this.hear = hear;
  }

  set(settings: EditorSettings) {
    this.settings = settings;
    this.view?.updateState(this.state);
  }

  /** Shows a value that came from elsewhere; one that is shown already leaves the caret and what may be undone alone. */
  show(value: unknown) {
    const doc = docOf(value);
    if (this.isShown(doc)) return;
    const place = doc.resolve(Math.min(this.state.selection.to, doc.content.size));
    this.refused.setState(false, true);
    this.become(EditorState.create({ doc, selection: Selection.near(place), plugins: this.state.plugins }));
  }

  /** Replaces the value by what is made of it, as one step for undo, and leaves the caret behind it. */
  fill(make: (value: unknown) => RichText | '') {
    const doc = docOf(make(valueOf(this.state.doc)));
    if (!this.isShown(doc)) {
      const tr = this.state.tr.replaceWith(0, this.state.doc.content.size, doc.content);
      this.take(closeHistory(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView()));
      // What is typed next is another step.
      this.take(closeHistory(this.state.tr));
    }
    this.focus();
  }

  run(command: Command) {
    command(this.state, (tr) => this.take(tr));
  }

  focus() {
    this.view?.focus();
  }

  private take(tr: Transaction) {
    const { state, transactions } = this.state.applyTransaction(tr);
    const before = this.state.doc;
    if (tr.docChanged) this.refused.setState(transactions.length === 0, true);
    this.become(state);
    if (!this.isShown(before)) this.hear(valueOf(state.doc));
  }

  private become(state: EditorState) {
    this.state = state;
    this.view?.updateState(state);
    this.formatting.setState(formattingOf(state, this.formatting.getState()), true);
  }

  /** By value: documents without text are one, whatever lines they have. */
  private isShown(doc: Node): boolean {
    return doc.eq(this.state.doc) || docOf(valueOf(doc)).eq(docOf(valueOf(this.state.doc)));
  }

  private fits(doc: Node, before: Node): boolean {
    const length = lengthOf(doc);
    return length <= this.settings.cap || length <= lengthOf(before);
  }
}

function lengthOf(doc: Node): number {
  const value = valueOf(doc);
  return value === '' ? 0 : storedLength(value);
}
