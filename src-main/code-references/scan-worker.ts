import { parentPort } from 'node:worker_threads'

import { FolderScans, type ScanRequest } from './folder-scans.ts'

// the entry of the worker thread that scans code: one request after the other
const scans = new FolderScans()
parentPort?.on('message', (request: ScanRequest) => parentPort?.postMessage(scans.scan(request)))
