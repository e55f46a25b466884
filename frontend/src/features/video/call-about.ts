/** What a call is about, as its overlay shows it. */
export interface CallAbout {
  readonly consultId: string;
  /** The patient's name. */
  readonly title: string;
}
