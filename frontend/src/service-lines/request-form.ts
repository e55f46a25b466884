/** What was typed into a request form, by field; it may come from an older session, so nothing in it is sure. */
export type RequestDraft = Readonly<Record<string, unknown>>;

/** A line's own part of the wizard's last step. */
export interface RequestFormProps {
  /** The IANA zone of the location, in which clinical times are typed. */
  zone: string;
  draft: RequestDraft | null;
  /** Called with everything typed so far, so that a reload keeps it. */
  onDraft: (draft: RequestDraft) => void;
  /** Sends the line's request; rejects with the server's refusal, whose fields the form then shows. */
  onSubmit: (request: RequestDraft) => Promise<void>;
}
