import type { Language } from '@furrow/sdk/contract'

/** A message outside the app says these, and the subjects of notices, in the language of its reader. */
export type OutsideWords = {
  readonly test: string
  readonly broadcast: (community: string) => string
  readonly invite: (from: string) => string
  readonly letter: (from: string) => string
  readonly digest: (count: number) => string
  /** The rest of an hour, beyond what is told one by one. */
  readonly more: (count: number, areLetters: boolean) => string
  readonly unlisted: (count: number) => string
  readonly choose: (url: string) => string
  readonly stop: (url: string) => string
  readonly confirm: {
    readonly subject: string
    readonly question: (community: string, target: 'mailbox' | 'channel') => string
    readonly else: string
  }
  readonly unsubscribe: {
    readonly title: string
    readonly question: (community: string) => string
    readonly button: string
    readonly done: string
    readonly after: (community: string) => string
  }
}

const english: OutsideWords = {
  test: 'This is a test: notifications reach you here.',
  broadcast: community => `${community} wrote to everyone.`,
  invite: from => `You are invited to a quest by ${from}.`,
  letter: from => `You have a letter from ${from}.`,
  digest: count => (count === 1 ? 'One notification of a day' : `${count} notifications of a day`),
  more(count, areLetters) {
    const word = areLetters ? 'letter' : 'notification'
    return count === 1 ? `One more ${word}` : `${count} more ${word}s`
  },
  unlisted: count => `And ${count} more.`,
  choose: url => `What you hear of, and where, you choose at ${url}`,
  stop: url => `To get no more e-mail: ${url}`,
  confirm: {
    subject: 'Confirm this address',
    question: (community, target) =>
      target === 'mailbox'
        ? `Somebody who is signed in to ${community} wants its notifications to be sent to this address. If that was you, follow this link within a day:`
        : `Somebody who is signed in to ${community} wants its notifications to be sent here. If that was you, follow this link within a day; if not, do nothing.`,
    else: 'If it was not, do nothing: nothing else will be sent here.',
  },
  unsubscribe: {
    title: 'Notifications',
    question: community => `No more e-mail from ${community}?`,
    button: 'Unsubscribe',
    done: 'Done.',
    after: community =>
      `${community} sends no more notifications to this address. You can switch them on again in the app.`,
  },
}

const german: OutsideWords = {
  test: 'Dies ist ein Test: Benachrichtigungen erreichen Sie hier.',
  broadcast: community => `${community} hat an alle geschrieben.`,
  invite: from => `Sie haben eine Einladung zu einer Quest von ${from}.`,
  letter: from => `Sie haben einen Brief von ${from}.`,
  digest: count =>
    count === 1 ? 'Eine Benachrichtigung des Tages' : `${count} Benachrichtigungen des Tages`,
  more(count, areLetters) {
    if (count === 1) return areLetters ? 'Ein weiterer Brief' : 'Eine weitere Benachrichtigung'
    return areLetters ? `${count} weitere Briefe` : `${count} weitere Benachrichtigungen`
  },
  unlisted: count => `Und ${count} weitere.`,
  choose: url => `Worüber Sie benachrichtigt werden, und wo, wählen Sie unter ${url}`,
  stop: url => `Keine E-Mails mehr: ${url}`,
  confirm: {
    subject: 'Bestätigen Sie diese Adresse',
    question: (community, target) =>
      target === 'mailbox'
        ? `Jemand, der bei ${community} angemeldet ist, möchte Benachrichtigungen an diese Adresse bekommen. Wenn Sie das waren, folgen Sie innerhalb eines Tages diesem Link:`
        : `Jemand, der bei ${community} angemeldet ist, möchte Benachrichtigungen hierher bekommen. Wenn Sie das waren, folgen Sie innerhalb eines Tages diesem Link; wenn nicht, tun Sie nichts.`,
    else: 'Wenn nicht, tun Sie nichts: Sonst wird nichts hierher geschickt.',
  },
  unsubscribe: {
    title: 'Benachrichtigungen',
    question: community => `Keine E-Mails mehr von ${community}?`,
    button: 'Abbestellen',
    done: 'Erledigt.',
    after: community =>
      `${community} schickt keine Benachrichtigungen mehr an diese Adresse. Sie können sie in der App wieder einschalten.`,
  },
}

const spanish: OutsideWords = {
  test: 'Esto es una prueba: las notificaciones le llegan aquí.',
  broadcast: community => `${community} ha escrito a todo el mundo.`,
  invite: from => `Tiene una invitación a una misión de ${from}.`,
  letter: from => `Tiene una carta de ${from}.`,
  digest: count => (count === 1 ? 'Una notificación del día' : `${count} notificaciones del día`),
  more(count, areLetters) {
    if (count === 1) return areLetters ? 'Una carta más' : 'Una notificación más'
    return areLetters ? `${count} cartas más` : `${count} notificaciones más`
  },
  unlisted: count => `Y ${count} más.`,
  choose: url => `De qué se le avisa, y dónde, lo elige en ${url}`,
  stop: url => `Para no recibir más correos: ${url}`,
  confirm: {
    subject: 'Confirme esta dirección',
    question: (community, target) =>
      target === 'mailbox'
        ? `Alguien que ha iniciado sesión en ${community} quiere que sus notificaciones lleguen a esta dirección. Si fue usted, siga este enlace en el plazo de un día:`
        : `Alguien que ha iniciado sesión en ${community} quiere que sus notificaciones lleguen aquí. Si fue usted, siga este enlace en el plazo de un día; si no, no haga nada.`,
    else: 'Si no, no haga nada: no se enviará nada más aquí.',
  },
  unsubscribe: {
    title: 'Notificaciones',
    question: community => `¿No recibir más correos de ${community}?`,
    button: 'Darse de baja',
    done: 'Hecho.',
    after: community =>
      `${community} ya no envía notificaciones a esta dirección. Puede volver a activarlas en la aplicación.`,
  },
}

const french: OutsideWords = {
  test: 'Ceci est un essai : les notifications vous parviennent ici.',
  broadcast: community => `${community} a écrit à tout le monde.`,
  invite: from => `Vous avez une invitation à une quête de la part de ${from}.`,
  letter: from => `Vous avez une lettre de la part de ${from}.`,
  digest: count => (count === 1 ? 'Une notification du jour' : `${count} notifications du jour`),
  more(count, areLetters) {
    if (count === 1) return areLetters ? 'Une autre lettre' : 'Une autre notification'
    return areLetters ? `${count} autres lettres` : `${count} autres notifications`
  },
  unlisted: count => `Et ${count} autres.`,
  choose: url => `Vous choisissez ce qui vous est annoncé, et où, sur ${url}`,
  stop: url => `Pour ne plus recevoir d’e-mails : ${url}`,
  confirm: {
    subject: 'Confirmez cette adresse',
    question: (community, target) =>
      target === 'mailbox'
        ? `Une personne connectée à ${community} souhaite que ses notifications soient envoyées à cette adresse. Si c’était vous, suivez ce lien dans la journée :`
        : `Une personne connectée à ${community} souhaite que ses notifications soient envoyées ici. Si c’était vous, suivez ce lien dans la journée ; sinon, ne faites rien.`,
    else: 'Sinon, ne faites rien : rien d’autre ne sera envoyé ici.',
  },
  unsubscribe: {
    title: 'Notifications',
    question: community => `Ne plus recevoir d’e-mails de ${community} ?`,
    button: 'Se désabonner',
    done: 'C’est fait.',
    after: community =>
      `${community} n’envoie plus de notifications à cette adresse. Vous pouvez les réactiver dans l’application.`,
  },
}

const all: Readonly<Record<Language, OutsideWords>> = { en: english, de: german, es: spanish, fr: french }

/** English for a reader who chose none, and for a language of a later version. */
export function outsideWords(language: Language | undefined): OutsideWords {
  return all[language ?? 'en'] ?? english
}
