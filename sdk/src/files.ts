import type { FileForm, FileQuery, StoredFile, Success } from './contract/index.ts'
import { type Connection, type Page, request, requestAgain, requestBlob, requestPage } from './transport.ts'

/** Files of one's own. */
export const files = (connection: Connection) => ({
  /**
   * Sends a file: an image, a PDF or a plain text, of at most 5 MB. The `url` of the answer goes into a Markdown text.
   * Evidence names its quest and farmer: `{ use: 'evidence', questId, farmer }`.
   */
  upload(file: Blob, { use, questId, farmer }: FileForm = {}): Promise<StoredFile> {
    const form = new FormData()
    for (const [name, value] of Object.entries({ use, questId, farmer }))
      if (value !== undefined) form.set(name, value)
    form.set('file', file)
    return requestAgain<StoredFile>(connection, 'POST', '/files', { body: form })
  },
  /** A page of one's own files, newest first. */
  list: (query: FileQuery = {}): Promise<Page<StoredFile[]>> =>
    requestPage<StoredFile[]>(connection, '/files', query),
  /** The content of a file; evidence is for those who may see it. `name` is the last part of its `url`. */
  open: (name: string) => requestBlob(connection, `/files/${encodeURIComponent(name)}`),
  /** Takes one's own file away: its address then leads nowhere. */
  delete: (id: string) => request<Success>(connection, 'DELETE', `/files/${encodeURIComponent(id)}`),
})
