import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Check, fine, type Patient, type Seen, warning, wrong } from './check.ts'

const megabyte = 1e6
const [little, tooLittle] = [1_000 * megabyte, 100 * megabyte]

export const disk: Check = {
  about: 'Disk',
  async look(patient) {
    const seen: Seen[] = []
    for (const folder of foldersOf(patient)) {
      const { bavail, bsize } = await statfs(await nearest(folder))
      const says = `${folder} has ${Math.round((bavail * bsize) / megabyte)} MB free.`
      const mend = 'Make room, or move the folder to a larger disk.'
      seen.push(
        bavail * bsize < tooLittle
          ? wrong(says, mend)
          : bavail * bsize < little
            ? warning(says, mend)
            : fine(says),
      )
    }
    return seen.length > 0 ? seen : [fine('Nothing is kept on this machine.')]
  },
}

function foldersOf({ config }: Patient): string[] {
  const isUsed = config.postgres === null || config.files.s3 === null
  const data = isUsed && config.dataDir !== ':memory:' ? [config.dataDir] : []
  const backups = config.backup.everyMs > 0 ? [config.backup.folder] : []
  return [...new Set([...data, ...backups].map(folder => resolve(folder)))]
}

/** null if files can be made in the folder, which may itself be made first. */
export async function whyNotWritable(folder: string): Promise<string | null> {
  const place = await nearest(resolve(folder))
  if (!(await stat(place)).isDirectory()) return `${place} is not a folder`
  return access(place, constants.W_OK | constants.X_OK).then(
    () => null,
    ({ code }: NodeJS.ErrnoException) =>
      code === 'EROFS' ? 'it is on a read-only disk' : 'this user may not write there',
  )
}

export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  const places = await Promise.all([one, other].map(folder => nearest(resolve(folder))))
  const [first, second] = await Promise.all(places.map(place => stat(place)))
  return first?.dev === second?.dev
}

async function nearest(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) if (await isThere(at)) return at
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** A reader of the secret can sign in as anyone, and read all mail. */
export const permissions: Check = {
  about: 'Files',
  async look({ config }) {
    const seen: Seen[] = []
    for (const name of ['jwt-secret', 'furrow.sqlite', 'furrow.sqlite-wal']) {
      const path = resolve(join(config.dataDir, name))
      const found = await stat(path).catch(() => null)
      if (found === null || (found.mode & 0o077) === 0) continue
      const mode = (found.mode & 0o777).toString(8)
      const [say, mend] = [`${path} can be read by others than its owner (${mode}).`, `chmod 600 ${path}`]
      seen.push(name === 'jwt-secret' ? wrong(say, mend) : warning(say, mend))
    }
    return seen.length > 0 ? seen : [fine('The secret and the database are for their owner alone.')]
  },
}
