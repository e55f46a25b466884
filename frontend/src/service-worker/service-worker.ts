import { startWorker } from './worker';
import type { WorkerScope } from './worker-scope';

declare const self: WorkerScope;

startWorker(self);
