/** What a call is about, in the words of its overlay. */
export interface CallAbout {
  readonly consultId: string;
  /** The patient's name. */
  readonly title: string;
}
