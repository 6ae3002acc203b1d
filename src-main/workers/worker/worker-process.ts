// A process that answers SDKs, started by the main process of `halyard serve --workers N`.
import { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'

import { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { createLogger } from '#kernel/logger.ts'
import { ownUsage } from '#runtime/process-family.ts'
import { MessageStream } from '../message-stream.ts'
import {
  MESSAGES_FD,
  type Beginning,
  type FromWorker,
  type PassedConnection,
  type ToWorker,
} from '../messages.ts'
import { AskedConfiguration } from './asked-configuration.ts'
import { NoteCollector } from './note-collector.ts'
import { SdkServer } from './sdk-server.ts'

/** Interval of notes to the main process. */
const NOTES_MS = 100
/** Interval of news of what the process uses. */
const USAGE_MS = 5000
/** Percent by which the heap may grow until it is collected again, as in the main process. */
const HEAP_GROWTH = 33

interface Serving {
  server: SdkServer
  asked: AskedConfiguration
  notes: NoteCollector
}

let serving: Serving | undefined
/** True while the main process has not taken the last notes. */
let isTaking = false

const messages = new MessageStream<ToWorker, FromWorker>(new Socket({ fd: MESSAGES_FD }), take)
const send = (message: FromWorker) => void messages.send(message)

async function begin(beginning: Beginning): Promise<void> {
  const asked = new AskedConfiguration({
    send,
    revisions: beginning.revisions,
  })
  const configuration = new ClientConfiguration(asked)
  const notes = new NoteCollector()
  const logger = createLogger(beginning.settings.logLevel)
  const server = new SdkServer({ beginning, asked, configuration, notes, logger, send })
  serving = { server, asked, notes }
  await configuration.load()
  await server.open()
  setInterval(() => sendNotes(notes), NOTES_MS)
  const sendUsage = () => send({ kind: 'usage', usage: ownUsage(), openStreams: server.openStreams })
  setInterval(sendUsage, USAGE_MS)
  sendUsage()
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  send({ kind: 'ready' })
}

function sendNotes(notes: NoteCollector): void {
  // what is beyond the bounds is dropped meanwhile
  if (isTaking || notes.isEmpty) return
  isTaking = true
  send({ kind: 'notes', notes: notes.take() })
}

async function finish({ server, notes }: Serving): Promise<void> {
  await server.finish()
  isTaking = false
  sendNotes(notes)
  await messages.send({ kind: 'finished' })
  process.exit()
}

function take(message: ToWorker): void {
  if (message.kind === 'begin') return void begin(message.beginning)
  if (!serving) return
  switch (message.kind) {
    case 'news':
      serving.server.note(message.news)
      send({ kind: 'known', id: message.id })
      return
    case 'part':
    case 'unanswered':
      serving.asked.take(message)
      return
    case 'notes-taken':
      isTaking = false
      return
    case 'finish':
      void finish(serving)
  }
}

process.on('message', (passed: PassedConnection, socket: Socket | undefined) => {
  // before anything of it is read
  process.send?.(passed, () => undefined)
  // the client may have gone on the way
  if (socket) serving?.server.take(socket)
})
// told by the terminal, too: the main process ends its workers
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
