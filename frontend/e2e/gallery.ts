import { join } from 'node:path';

import { expect, test } from './fixtures';
import { stories } from './scenes/all';
import { signInAs, isShownTo, visit } from './scenes/visit';

const FOLDER = process.env.WARDLINE_GALLERY ?? 'gallery';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { name: story, as, scenes } of stories) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${story}, ${colorScheme}`, async ({ page: signedOut, openAs }, { project }) => {
      test.setTimeout(300_000);
      const page = await signInAs(as, signedOut, openAs);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const unreached: string[] = [];
      for (const scene of scenes.filter((each) => isShownTo(page, each))) {
        await visit(page, scene).catch((error: unknown) => unreached.push(`${scene.name}: ${String(error)}`));
        const name = `${as ?? 'signed-out'}-${scene.name}-${project.name}-${colorScheme}.png`;
        await page.screenshot({ path: join(FOLDER, name) });
      }
      // At the end, so that a screen that cannot be reached does not hide the others.
      expect(unreached).toEqual([]);
    });
  }
}
