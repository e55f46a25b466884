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
  /** The maximum stored length, as the server counts it. */
  readonly cap: number;
}

/** The editor's state. It outlives its DOM element, which React may unmount and mount again. */
export class Editor {
  readonly formatting: StoreApi<Formatting>;
  /** Whether the last change was rejected because the text would have become too long. */
  readonly rejected = createStore(() => false);

  private state: EditorState;
  private view: EditorView | null = null;
  private settings: EditorSettings;
  private onChange: (value: RichText | '') => void = () => undefined;

  constructor(value: unknown, settings: EditorSettings) {
    const withinCap = new Plugin({ filterTransaction: (tr, state) => !tr.docChanged || this.fits(tr.doc, state.doc) });
    this.settings = settings;
    this.state = EditorState.create({ doc: docOf(value), plugins: [...plugins, withinCap] });
    this.formatting = createStore(() => formattingOf(this.state));
  }

  /** A ref callback that makes the element editable until it unmounts. */
  readonly attach = (element: HTMLElement | null) => {
    if (element === null) return undefined;
    const view = new EditorView(
      { mount: element },
      {
        state: this.state,
        editable: () => this.settings.editable,
        dispatchTransaction: (tr) => this.apply(tr),
        ...clipboard,
      },
    );
    this.view = view;
    return () => {
      this.view = null;
      view.destroy();
    };
  };

  /** Sets the listener for changes made by the user. */
  listen(onChange: (value: RichText | '') => void) {
    this.onChange = onChange;
  }

  set(settings: EditorSettings) {
    this.settings = settings;
    this.view?.updateState(this.state);
  }

  /** Shows a value set from outside. If it is shown already, the caret and the undo history stay as they are. */
  show(value: unknown) {
    const doc = docOf(value);
    if (this.isShown(doc)) return;
    const position = doc.resolve(Math.min(this.state.selection.to, doc.content.size));
    this.rejected.setState(false, true);
    this.setState(EditorState.create({ doc, selection: Selection.near(position), plugins: this.state.plugins }));
  }

  /** Replaces the value with the result of `make`, as one undo step, and puts the caret at the end. */
  fill(make: (value: unknown) => RichText | '') {
    const doc = docOf(make(valueOf(this.state.doc)));
    if (!this.isShown(doc)) {
      const tr = this.state.tr.replaceWith(0, this.state.doc.content.size, doc.content);
      this.apply(closeHistory(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView()));
      // What is typed next is a separate undo step.
      this.apply(closeHistory(this.state.tr));
    }
    this.focus();
  }

  run(command: Command) {
    command(this.state, (tr) => this.apply(tr));
  }

  focus() {
    this.view?.focus();
  }

  private apply(tr: Transaction) {
    const { state, transactions } = this.state.applyTransaction(tr);
    const before = this.state.doc;
    if (tr.docChanged) this.rejected.setState(transactions.length === 0, true);
    this.setState(state);
    if (!this.isShown(before)) this.onChange(valueOf(state.doc));
  }

  private setState(state: EditorState) {
    this.state = state;
    this.view?.updateState(state);
    this.formatting.setState(formattingOf(state, this.formatting.getState()), true);
  }

  /** Compares by value: all documents without text are equal, whatever lines they have. */
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
