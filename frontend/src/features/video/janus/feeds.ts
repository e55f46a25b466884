/** What is published in a room, and whose it is: Janus says the first, our server the second. */
export class Feeds {
  private readonly reported = new Map<string, number>();
  private readonly published = new Set<number>();
  /** A number that comes back is somebody else's. */
  private readonly ended = new Set<number>();

  /** What our server says that an attendee publishes; servers of earlier versions say nothing about it. */
  report(attendeeId: string, feed: number | null | undefined) {
    if (feed == null) this.reported.delete(attendeeId);
    else this.reported.set(attendeeId, feed);
  }

  publish(feeds: readonly number[]) {
    for (const feed of feeds) this.published.add(feed);
  }

  end(feed: number) {
    this.published.delete(feed);
    this.ended.add(feed);
  }

  /** The room has to be entered anew. */
  forgetPublished() {
    this.published.clear();
  }

  /** What an attendee publishes now; undefined if nothing. */
  of(attendeeId: string): number | undefined {
    const feed = this.reported.get(attendeeId);
    return feed !== undefined && this.published.has(feed) && !this.ended.has(feed) ? feed : undefined;
  }
}
