import { statfs } from 'node:fs/promises'
import { readPressure } from '@furrow/storage/pressure.ts'
import { queueLengths } from '@furrow/storage/queue.ts'
import { lastRounds } from '../duty.ts'
import type { Figures, Sample } from './figures.ts'

export const processFigures: Figures = {
  gauges: {
    furrow_duty_last_success_timestamp_seconds: {
      help: 'When a round of a duty of this process last ended without a failure.',
      labels: ['duty', 'contract'],
    },
    furrow_clock_ahead_seconds: {
      help: "How far this machine's clock is ahead of the database's, or leapt; nothing is paid beyond 5, either way.",
    },
    furrow_database_connections: {
      help: 'Connections to PostgreSQL, by state: used or idle.',
      labels: ['state'],
    },
    furrow_database_waiting: {
      help: 'Requests waiting for a connection to PostgreSQL, or to write to SQLite.',
    },
    furrow_queue_waiting: {
      help: 'Work waiting for the next batch, by queue.',
      labels: ['queue'],
    },
  },
  read(context) {
    const { connections, waiting } = readPressure(context.db)
    return [
      ...[...lastRounds(context)].map(([{ name: duty, about }, at]) => ({
        name: 'furrow_duty_last_success_timestamp_seconds',
        labels: { duty, ...(about !== undefined && { contract: about }) },
        value: at / 1_000,
      })),
      { name: 'furrow_clock_ahead_seconds', value: context.clock.ahead() / 1_000 },
      ...Object.entries(connections ?? {}).map(([state, value]) => ({
        name: 'furrow_database_connections',
        labels: { state },
        value,
      })),
      { name: 'furrow_database_waiting', value: waiting },
      ...[...queueLengths].map(([queue, value]) => ({
        name: 'furrow_queue_waiting',
        labels: { queue },
        value,
      })),
    ]
  },
}

/** Metrics of the folders that exist: a service that stores everything in PostgreSQL needs none. */
export const diskFigures: Figures = {
  gauges: {
    furrow_disk_free_bytes: {
      help: 'Bytes that the service may still write, by folder: data (DATA_DIR) or backups (BACKUP_DIR).',
      labels: ['folder'],
    },
    furrow_disk_size_bytes: { help: 'How large the disk of the folder is.', labels: ['folder'] },
  },
  async read({ config }) {
    const folders = { data: config.dataDir, backups: config.backup.folder }
    const samples: Sample[] = []
    for (const [folder, path] of Object.entries(folders)) {
      const disk = await statfs(path).catch(() => null)
      if (disk === null) continue
      const { bavail, blocks, bsize } = disk
      const labels = { folder }
      samples.push({ name: 'furrow_disk_free_bytes', labels, value: bavail * bsize })
      samples.push({ name: 'furrow_disk_size_bytes', labels, value: blocks * bsize })
    }
    return samples
  },
}
