import multipart from '@fastify/multipart'
import { FileQuery, NewFile, StoredFile, Success } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { nextLink } from '../../ground/http/links.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { deleteFile } from './delete.ts'
import { readForm } from './read-form.ts'
import { listFiles } from './rows.ts'
import { sendFile } from './send.ts'
import { showFile } from './show.ts'
import { inSlot } from './slots.ts'
import { requireUploaded, uploadFile } from './upload.ts'

export const fileRoutes: Routes = async (app, { context }) => {
  await app.register(multipart)

  app.post(
    '/files',
    {
      ...keyed(context, 'talk', 'take', 'give'),
      schema: {
        summary: 'Send a file',
        description:
          'An image, a PDF or a text, for quests, submissions and comments, which carry its `url` as Markdown; or evidence. ' +
          'The same file sent again is the same file: a request whose answer was lost may simply be repeated.',
        consumes: ['multipart/form-data'],
        body: NewFile,
        response: { 201: StoredFile },
      },
      // The schema describes the form, which is read as it comes.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { caller } = request
      const row = await inSlot(
        context,
        request.ip,
        givenWay => readForm(request, givenWay),
        sent =>
          once(context, request, reply, {
            asked: [sent.form, sent.given],
            act: use => uploadFile(context, { ip: request.ip, owner: caller }, sent, use),
            repeat: done => requireUploaded(context, caller, done),
          }),
      )
      return reply.code(201).send(await showFile(context, row))
    },
  )

  app.get(
    '/files',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Your files',
        description: 'Newest first. The Link header leads on.',
        querystring: FileQuery,
        response: { 200: Type.Array(StoredFile) },
      },
    },
    async (request, reply) => {
      const { rows, next } = await listFiles(context.db, request.caller, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return Promise.all(rows.map(row => showFile(context, row)))
    },
  )

  app.get(
    '/files/:name',
    {
      schema: {
        summary: 'What is in a file',
        description:
          'A public one is for everyone, and asked for again each time (ETag): a moderator may hide it. Evidence is for the giver, ' +
          'the farmer and the arbiter.',
        params: Type.Object({ name: Type.String({ maxLength: 100, description: 'As in its `url`' }) }),
        produces: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf', 'text/plain'],
        response: { 200: Type.Unsafe<never>({ type: 'string', format: 'binary' }) },
      },
      serializerCompiler: () => value => value as string,
    },
    async (request, reply) => sendFile(context, request, reply, request.params.name),
  )

  app.delete(
    '/files/:name',
    {
      ...session(context, 'talk'),
      schema: {
        summary: 'Delete your file',
        params: Type.Object({ name: Type.String({ maxLength: 100, description: 'Its id' }) }),
        response: { 200: Success },
      },
    },
    async request => {
      await deleteFile(context, request.caller, request.params.name)
      return { success: true }
    },
  )
}
