import type { ChannelKind, ReportedKind } from '@furrow/sdk/contract'
import { type Address, checksum } from '../../../ground/address.ts'
import type { Otherwise } from '../../../rules/lifecycle/default-outcome.ts'
import type {
  ChangedTerm,
  CreditDecision,
  DepositFacts,
  NoticeValues,
} from '../../../rules/lifecycle/notice-values.ts'
import type { RefundedBecause, ReleasedBecause, Side } from '../../../rules/lifecycle/quest.ts'
import type { Catalogue, LetterValues } from './catalogue.ts'
import { doubtIn, problemIn } from './faults.ts'
import { momentsIn } from './moments.ts'

const moment = momentsIn('es')

export const spanish: Catalogue = {
  subject: (what, title) => `${what}: ${title}`,
  quest: id => `Misión: ${id}`,
  digest: {
    subject: (count, name) =>
      count === 1 ? `Una misión abierta: ${name}` : `${count} misiones abiertas: ${name}`,
    end: ({ more, board }) => `${more > 0 ? `Y ${more} más. ` : ''}Verlas todas: ${board}`,
  },
  notices: {
    applied: ({ farmer }) => ({
      what: 'Solicitud',
      body: `${checksum(farmer)} solicitó una plaza. Las demás solicitudes están en la lista; se le avisa de ellas una vez al día.`,
    }),
    declined: ({ reason }) => ({
      what: 'Rechazada',
      body: `El encargante rechazó su solicitud.${because(reason)}`,
    }),
    'application-expired': () => ({
      what: 'Solicitud terminada',
      body: 'El encargante no respondió a tiempo a su solicitud.',
    }),
    'application-closed': ({ withQuest }) => ({
      what: 'Solicitud terminada',
      body: withQuest
        ? 'Su solicitud terminó con la misión, que el encargante cerró.'
        : 'Su solicitud terminó: ya no queda ninguna plaza en esta misión, o ya no admite a nadie.',
    }),

    admitted: ({ expiresAt, idleAt }) => ({
      what: 'Admitida',
      body: `El encargante le dio una plaza. Es suya hasta el ${moment(expiresAt)}, y después solo si para entonces hay trabajo; mientras no lo haya, el encargante puede liberarla a partir del ${moment(idleAt)}.`,
    }),
    'place-taken': ({ farmer, expiresAt }) => ({
      what: 'Aceptada',
      body: `${checksum(farmer)} tomó una plaza. Queda ocupada hasta el ${moment(expiresAt)}, y después solo si para entonces hay trabajo.`,
    }),
    withdrawn: ({ farmer }) => ({ what: 'Devuelta', body: `${checksum(farmer)} devolvió una plaza.` }),
    'place-expired': ({ returned }) => ({
      what: 'Plaza libre de nuevo',
      body: returned
        ? 'Un trabajo devuelto no se entregó otra vez a tiempo.'
        : 'Una plaza aceptada terminó sin trabajo.',
    }),
    'expiry-warned': ({ returned, expiresAt }) => ({
      what: 'Su plaza termina pronto',
      body: `${returned ? 'Lo que se devolvió no se ha entregado otra vez.' : 'Todavía no hay trabajo suyo.'} Su plaza queda libre el ${moment(expiresAt)}.`,
    }),
    'idle-warned': ({ idleAt }) => ({
      what: '¿Sigue en ello?',
      body: `Todavía no hay trabajo suyo. A partir del ${moment(idleAt)} el encargante puede liberar su plaza. Si sigue en ello, dígalo, lo que puede hacer una vez: le da otra vez el mismo tiempo.`,
    }),
    kept: ({ farmer, idleAt }) => ({
      what: 'Sigue en ello',
      body: `${checksum(farmer)} sigue en ello: la plaza no se puede liberar antes del ${moment(idleAt)}.`,
    }),
    'place-extended': ({ expiresAt }) => ({
      what: 'Más tiempo',
      body: `El encargante le dio más tiempo: su plaza es suya hasta el ${moment(expiresAt)}, y después solo si para entonces hay trabajo.`,
    }),
    'place-freed': ({ reason }) => ({
      what: 'Plaza liberada',
      body: `El encargante liberó su plaza: no había trabajo en ella. Puede responder con una carta.${because(reason)}`,
    }),
    'place-cancelled': () => ({
      what: 'Cancelada',
      body: 'El encargante canceló la misión, y su plaza con ella.',
    }),

    submitted: values => ({
      what: 'En revisión',
      body: `${checksum(values.farmer)} entregó el trabajo. ${unlessDisputed(values)}`,
    }),
    merged: values => ({
      what: 'En revisión',
      body: `Se fusionó la pull request ${values.pullRequest} de ${checksum(values.farmer)}. ${unlessDisputed(values)}`,
    }),
    returned: ({ farmer, note, expiresAt }) => ({
      what: 'Devuelto',
      body: `El encargante devolvió el trabajo de ${checksum(farmer)}, que todavía no está pagado. Se puede entregar otra vez hasta el ${moment(expiresAt)}.\n\nLo que falta: ${note}`,
    }),
    'part-proposed': ({ by, farmer, paid, refunded, token, note }) => ({
      what: 'Parte propuesta',
      body: `${checksum(by)} propone que ${checksum(farmer)} reciba ${paid} ${token} por este trabajo, y que ${refunded} ${token} vuelvan al encargante. Nada cambia si usted no acepta en la página de la misión.${note === null ? '' : `\n\n${note}`}`,
    }),
    'place-shared': ({ farmer, share }) => ({
      what: 'Una parte para usted',
      body: `${checksum(farmer)} reparte la recompensa de su plaza y le asigna a usted ${share / 100} %. Vale cuando todas las personas nombradas hayan aceptado: acepte o rechace en la página de la misión.`,
    }),
    'share-agreed': ({ member, all }) => ({
      what: 'Parte aceptada',
      body: `${checksum(member)} aceptó su parte.${all ? ' Ya aceptaron todos: la recompensa de esta plaza se paga en estas partes.' : ''}`,
    }),
    'share-ended': ({ farmer, ended }) => ({
      what: 'Ya no se reparte',
      body: `${shareEnded[ended]} La plaza de ${checksum(farmer)} ya no se reparte.`,
    }),
    'share-released': ({ farmer, amount, token }) => ({
      what: 'Parte liberada',
      body: `El trabajo de ${checksum(farmer)} y su equipo está aceptado: su parte es ${amount} ${token}. Está anotada, y el encargante se la paga.`,
    }),
    'proposed-again': ({ farmer, reviewEndsAt, merged }) => ({
      what: 'En revisión de nuevo',
      body: merged
        ? `El encargante devolvió en la cadena el trabajo de ${checksum(farmer)}, que una fusión demuestra: se propone de nuevo al contrato, y la revisión termina el ${moment(reviewEndsAt)}. Una fusión se puede disputar, pero no devolver.`
        : `El encargante devolvió en la cadena los premios, que ya son firmes: se proponen de nuevo al contrato, y su revisión termina el ${moment(reviewEndsAt)}. Se pueden disputar, y no devolver.`,
    }),
    'merge-doubted': values => ({
      what: 'En duda',
      body: `${doubtIn('es', values)} El servicio no pide ahora al contrato que pague a ${checksum(values.farmer)}. Solo el encargante puede abrir una disputa, con un monedero, antes de que termine el plazo de revisión.`,
    }),

    'disputed-to-giver': values => ({ what: 'En disputa', body: disputed(values) }),
    'disputed-to-farmer': values => ({
      what: 'En disputa',
      body: `${disputed(values)}\n\nPuede responder, y ambas partes pueden añadir pruebas, mientras la disputa esté abierta.`,
    }),
    'disputed-to-arbiter': ({ giver, amount, token, disputeEndsAt, ...doubted }) => ({
      what: 'Por decidir',
      body: `El trabajo de ${checksum(doubted.farmer)} para ${checksum(giver)} está en disputa: ${amount} ${token}. Le toca a usted decidir antes del ${moment(disputeEndsAt)}.${because(doubtIn('es', doubted))}`,
    }),
    answered: ({ farmer, url, note }) => ({
      what: 'Respondida',
      body: `${checksum(farmer)} respondió a la disputa.\n\n${[note, url].filter(part => part !== null).join('\n\n')}`,
    }),
    'evidence-added': ({ by, farmer }) => ({
      what: 'Pruebas',
      body: `${checksum(by)} añadió pruebas a la disputa sobre el trabajo de ${checksum(farmer)}. Pueden leerlas las dos partes y quien decide.`,
    }),
    ruled: ({ farmer, paid, refunded, token, payableAt, paused }) => ({
      what: paused ? 'La decisión está en pausa' : 'El árbitro ha decidido',
      body: paused
        ? `El dueño del contrato de depósito ha puesto en pausa la decisión del árbitro sobre el trabajo de ${checksum(farmer)}: el árbitro puede decidir de nuevo hasta el ${moment(payableAt)}, y entonces se ejecuta lo que valga. Ahora vale que ${paid} ${token} van al farmer y ${refunded} ${token} vuelven al encargante.`
        : `El árbitro ha decidido sobre el trabajo de ${checksum(farmer)}: ${paid} ${token} van al farmer y ${refunded} ${token} vuelven al encargante. El contrato lo ejecuta a partir del ${moment(payableAt)}, salvo que su dueño ponga antes la decisión en pausa, lo que es posible una vez.`,
    }),
    'ruling-undone': ({ farmer, disputeEndsAt }) => ({
      what: 'La decisión ya no está',
      body: `La cadena retiró el bloque con la decisión del árbitro sobre el trabajo de ${checksum(farmer)}: está en disputa como antes, hasta el ${moment(disputeEndsAt)}.`,
    }),

    released: values => ({
      what: 'Liberado',
      body: `${payment(values)} ${releasedBecause[values.because]}${because(values.reason)}`,
    }),
    refunded: ({ farmer, refunded, token, because: why, reason }) => ({
      what: 'Reembolsado',
      body: `${refunded} ${token} por el trabajo de ${checksum(farmer)} volvieron al encargante. ${refundedBecause[why]}${because(reason)}`,
    }),
    'credit-kept': values => ({
      what: 'Decidido, y a la espera de quien lo recibe',
      body: `${decisions[values.decision]} ${values.amount} ${values.token} para ${sideOf(values)} esperan en el contrato de depósito, porque ese monedero no los aceptó. ${waysOut[values.side]}, en la página de la misión o en /exit/.`,
    }),
    'credit-taken': values => ({
      what: 'Retirado del contrato',
      body:
        values.side === values.by
          ? `Se retiró lo que esperaba en el contrato de depósito para ${sideOf(values)}.`
          : `Lo que había esperado un año en el contrato de depósito para ${sideOf(values)} volvió a quien lo pagó. El trabajo sigue liberado, y no se pagó nada por él.`,
    }),

    'payment-found': ({ farmer, amount, token, chainId, txHash, payer }) => ({
      what: '¿Es este su pago?',
      body: `La transacción ${txHash} de la cadena ${chainId} movió al menos ${amount} ${token} a ${checksum(farmer)}, desde ${payer === null ? 'el monedero del encargante' : checksum(payer)}. El encargante la muestra como el pago de este trabajo. Cuenta cuando el farmer la confirma, y nunca por sí misma: confírmela si es el pago, y diga que no lo recibió si no lo es.`,
    }),
    'payment-settled': ({ farmer, amount, token, chainId, txHash }) => ({
      what: 'Pagado',
      body: `La transacción ${txHash} de la cadena ${chainId} pagó ${amount} ${token} a ${checksum(farmer)}.`,
    }),
    'payment-denied': ({ farmer, chainId, txHash }) => ({
      what: 'No recibido',
      body: `${checksum(farmer)} dice que la transacción ${txHash} de la cadena ${chainId} no es un pago de este trabajo, o que no llegó. Ya no cuenta hasta que el farmer la confirme, el monedero de la plataforma decida que llegó, o usted muestre un pago que entró en la cadena más tarde.`,
    }),
    'payment-reorganised': ({ farmer, amount, token, txHash }) => ({
      what: 'Pago en duda',
      body: `La cadena ya no tiene la transacción ${txHash}, que había pagado ${amount} ${token} a ${checksum(farmer)}. Se busca durante un día.`,
    }),
    'payment-refused': ({ amount, token, chainId, txHash, ...refused }) => ({
      what: 'No es un pago',
      body: `La transacción ${txHash} de la cadena ${chainId} no es un pago de ${amount} ${token} a ${checksum(refused.farmer)}: ${problemIn('es', refused)}`,
    }),
    'payment-said': ({ farmer, amount, token, transaction }) => ({
      what: '¿Le pagaron?',
      body: `El encargante dice que pagó ${amount} ${token} a ${checksum(farmer)}${transaction === null ? '' : `, con la transacción ${transaction}`}. Ninguna cadena se lo muestra a este servicio. Confírmelo si lo recibió, y diga que no lo recibió si no fue así.`,
    }),
    'next-part': ({ title, until }) => ({
      what: 'Su siguiente parte',
      body: `La siguiente parte del plan, «${title}», está abierta para usted. ${until === null ? 'Quienes cobraron por esta parte la tienen para sí durante 72 horas desde la primera liberación.' : `Es solo para quienes cobraron por esta parte hasta ${moment(until)}: 72 horas desde la primera liberación.`}`,
    }),
    backed: ({ backer, amount, token }) => ({
      what: 'Más recompensa',
      body: `${checksum(backer)} añade ${amount} ${token} a la recompensa de cada plaza. Sus decisiones valen también para esa parte, que paga ese monedero. Mientras nadie tenga una plaza, puede terminarlo en la página de la misión.`,
    }),
    'backing-stopped': ({ backer, amount, token }) => ({
      what: 'Ya no se añade nada',
      body: `${checksum(backer)} ya no añade ${amount} ${token} a la recompensa de cada plaza. El importe ha vuelto a ese monedero.`,
    }),
    'backing-returned': ({ amount, token }) => ({
      what: 'Vuelve lo que usted añadió',
      body: `De lo que añadió a esta recompensa, ${amount} ${token} vuelven a usted: nadie los ganó.`,
    }),
    'backing-closing': () => ({
      what: 'Recupere lo que añadió',
      body: 'Nadie puede ganar ya lo que usted depositó para esta misión. El contrato se cierra para ese depósito: recupérelo después con el monedero que lo depositó, con refund(escrow) del contrato de custodia.',
    }),
    'backers-follow': ({ count, amount, token }) => ({
      what: 'Otras personas también le deben',
      body: `Además del encargante, ${count === 1 ? 'otra persona le debe' : `otras ${count} personas le deben`} por este trabajo: ${amount} ${token} en total, repartidos si la plaza era compartida, y sin la parte de quienes objeten. Cada una le paga por su cuenta. La página de la misión las nombra.`,
    }),
    'objection-dropped': ({ farmer }) => ({
      what: 'Su objeción ya no vale',
      body: `El trabajo de ${checksum(farmer)} al que usted objetó se devolvió. Cuando se entregue de nuevo, podrá objetar otra vez.`,
    }),
    thanked: ({ giver, amount, token, thanks }) => ({
      what: 'Agradecimiento',
      body: /^https?:/.test(thanks)
        ? `${checksum(giver)} le agradece su pull request fusionado ${thanks} con ${amount} ${token}. El pago aparece en los perfiles de ambos.`
        : `${checksum(giver)} le agradece su trabajo terminado con ${amount} ${token}. El pago aparece en los perfiles de ambos.`,
    }),
    'thanks-said': ({ giver, amount, token, url }) => ({
      what: '¿Le han pagado?',
      body:
        url === null
          ? `${checksum(giver)} dice que le pagó ${amount} ${token} como propina por un trabajo terminado. Responda en /thanks si lo recibió: hasta entonces nadie lo ve.`
          : `${checksum(giver)} dice que le pagó ${amount} ${token} como agradecimiento por ${url}. Responda en /thanks si lo recibió: hasta entonces nadie lo ve.`,
    }),
    'payment-received': ({ farmer, amount, token }) => ({
      what: 'Pago confirmado',
      body: `${checksum(farmer)} confirma que recibió ${amount} ${token}. Ninguna cadena se lo muestra a este servicio, así que no cuenta para puntos.`,
    }),
    'payment-missed': ({ farmer, amount, token }) => ({
      what: 'No recibido',
      body: `${checksum(farmer)} dice que no recibió ${amount} ${token}. Usted los debe hasta que estén pagados.`,
    }),
    'payment-owed': ({ farmer, amount, token, since }) => ({
      what: 'Por pagar',
      body: `Usted debe ${amount} ${token} a ${checksum(farmer)} desde el ${moment(since)}, cuando se liberó el trabajo. Páguelo en la página de la misión con su monedero, o diga allí que ya pagó.`,
    }),

    funded: () => ({
      what: 'Depositado',
      body: 'El depósito llegó a la cadena. Los farmers ya pueden tomar plazas.',
    }),
    misfunded: ({ paid, needed }) => ({
      what: 'Sin depositar',
      body: `El depósito en la cadena es de ${deposited(paid)}; la misión necesita ${deposited(needed)}. Se devuelve: llame a refund con el monedero que lo ingresó y publique de nuevo la misión.`,
    }),
    edited: changes => ({ what: 'Modificada', body: changed(changes).join('\n') }),
    'edited-for-backers': changes => ({ what: 'Modificada', body: changedForBackers(changes).join('\n') }),
    'notice-given': ({ endsAt }) => ({
      what: 'El encargante dio el aviso',
      body: `El encargante recupera del contrato las plazas libres de esta misión el ${moment(endsAt)}, y con ellas las plazas sin trabajo. Lo que se entregue bastante antes todavía se puede pagar.`,
    }),
    'prizes-called-back': ({ endsAt }) => ({
      what: 'Se retiran los premios',
      body: `El encargante retira del contrato los premios de este concurso el ${moment(endsAt)}, como el contrato permite. Los premios propuestos al contrato bastante antes aún se pagan; si no, el concurso termina entonces, y nadie gana.`,
    }),
    'contest-closed': ({ entries, decideUntil, rankBy }) => ({
      what: rankBy === 'votes' ? 'Ya no se admiten propuestas' : 'Clasifique las propuestas',
      body:
        entries === 0
          ? `Nadie participó en su concurso. Los premios vuelven a usted el ${moment(decideUntil)}; antes puede cancelarlo.`
          : rankBy === 'votes'
            ? `Su concurso ya no admite propuestas: hay ${entries}. Los miembros de la comunidad votan sobre ellas hasta el ${moment(decideUntil)}; sin votos suficientes los premios se pagan a partes iguales entre todas.`
            : `Su concurso ya no admite propuestas: hay ${entries}. Clasifíquelas hasta el ${moment(decideUntil)}; después los premios se pagan a partes iguales entre todas.`,
    }),
    'contest-placed': ({ by, giver, prize, amount, token, endsAt }) => ({
      what: 'Su propuesta está clasificada',
      body: `${by === 'members' ? `Los votos de los miembros dan a su propuesta el premio ${prize} y ${amount} ${token}` : `${checksum(giver)} da a su propuesta el premio ${prize} de ${amount} ${token}, entero o compartido`}. La clasificación se puede disputar hasta el ${moment(endsAt)}; después es firme.`,
    }),
    'contest-unplaced': ({ endsAt }) => ({
      what: 'Las propuestas están clasificadas',
      body: `La clasificación no da ningún premio a su propuesta. Puede disputarla hasta el ${moment(endsAt)}; después es firme.`,
    }),
    'ranking-disputed': ({ reason, disputeEndsAt, judged }) => ({
      what: 'Clasificación en disputa',
      body: `Un participante disputa la clasificación: «${reason}» ${judged ? 'Decide el monedero de la plataforma' : 'No hay nadie designado para decidir'}; sin decisión, la clasificación es firme el ${moment(disputeEndsAt)}.`,
    }),
    'contest-won': ({ giver, amount, token, decided, booked }) => ({
      what: 'Su propuesta se paga',
      body: `${decided === 'silence' ? 'Las propuestas no se clasificaron a tiempo, así que todas se pagan igual: su parte es de' : 'Su propuesta gana'} ${amount} ${token}. ${booked ? `Está anotado, y ${checksum(giver)} se lo paga.` : 'El contrato lo pagó a la cuenta de este concurso, desde la que cada uno recibe su parte; en la página del encargo puede enviarla usted.'}`,
    }),
    'payout-begun': ({ decided, part, winners, prizesBack, token, reviewEndsAt, reason }) => ({
      what: 'Los premios van al contrato',
      body: `${contestSentences[decided]} ${part === null ? `Ganadores: ${winners}. De vuelta al encargante: ${prizesBack} ${token}.` : `Debe pagar su parte: ${part} ${token}.`} El encargante puede disputar el pago en el contrato hasta cerca de ${moment(reviewEndsAt)}; después se paga.${because(reason)}`,
    }),
    'contest-decided': ({ decided, winners, refunded, token, reason }) => ({
      what: 'Concurso decidido',
      body: `${contestSentences[decided]} Propuestas pagadas: ${winners}. De vuelta al encargante: ${refunded} ${token}.${because(reason)}`,
    }),

    'quest-found': ({ name, reward }) => ({
      what: 'Misión abierta',
      body: `Encaja con «${name}», que usted sigue. Recompensa: ${reward}. Puede cambiarlo o terminarlo en «Notificaciones».`,
    }),
    commented: ({ author }) => ({
      what: 'Comentario',
      body: `${checksum(author)} comentó esta misión, donde todo el mundo puede leerlo.\n\n${later}`,
    }),
    'comment-answered': ({ author }) => ({
      what: 'Respuesta',
      body: `${checksum(author)} respondió a un comentario suyo, donde todo el mundo puede leerlo.\n\n${later}`,
    }),
    invited: ({ giver, reward, note }) => ({
      what: 'Invitación',
      body: `${checksum(giver)} le invita a esta misión, por ${reward}.${note === null ? '' : `\n\n${note}`}`,
    }),
    'hidden-by-moderator': values => ({
      what: 'Oculto por un moderador',
      body: moderated(
        'Un moderador oculta esto a los demás. No se ha borrado nada.',
        thingOf(values),
        values.reason,
      ),
    }),
    'shown-again': values => ({
      what: 'Visible de nuevo',
      body: moderated('Un moderador vuelve a mostrar esto a todo el mundo.', thingOf(values), values.reason),
    }),
    'wallet-frozen': ({ owner, reason }) => ({
      what: 'Su monedero está congelado',
      body: moderated(
        'Puede leer, terminar lo que está en curso, cobrarlo y marcharse; no puede empezar nada nuevo.',
        walletOf(owner),
        reason,
      ),
    }),
    'wallet-unfrozen': ({ owner, reason }) => ({
      what: 'Su monedero vuelve a estar libre',
      body: moderated('Puede volver a hacerlo todo.', walletOf(owner), reason),
    }),
    'channel-ended': ({ kind, answer, url }) => ({
      what: 'Notificaciones terminadas',
      body: `Ya no se podía enviar nada por ${channels[kind]}, así que se ha abandonado esa vía.${answer === null ? '' : ` La última respuesta fue ${answer}.`}\n\nPuede volver a activarla en ${url}`,
    }),
  },
}

const later =
  'De los próximos comentarios en esta misión se le avisa cuando haya leído esto, y como pronto dentro de una hora.'

function because(reason: string | null): string {
  return reason === null ? '' : `\n\nMotivo: ${reason}`
}

function unlessDisputed({ amount, token, reviewEndsAt }: NoticeValues['submitted']): string {
  return `Salvo que el encargante abra una disputa, se liberarán ${amount} ${token} el ${moment(reviewEndsAt)}.`
}

const otherwiseSentences: Readonly<Record<Otherwise, string>> = {
  'contract-refunds-unless-attested':
    'el contrato reembolsa al encargante, salvo que quien atestigua haya firmado por el trabajo',
  'contract-as-proposed': 'el contrato decide según lo que se dijo al proponer el trabajo',
  'contract-refunds': 'el contrato reembolsa al encargante',
  'contract-pays': 'el contrato paga el trabajo',
  'pay-if-merge-stands':
    'el trabajo se libera si la fusión sigue en pie entonces, y se reembolsa al encargante si no',
  pay: 'el trabajo se libera',
  'pay-for-link': 'el trabajo se libera: aquí nadie puede decidir, y su enlace lo muestra',
  refund: 'se reembolsa al encargante',
}

function disputed(values: NoticeValues['disputed-to-giver']): string {
  const { farmer, amount, token, disputeEndsAt, otherwise } = values
  return `El trabajo de ${checksum(farmer)} está en disputa; quedan retenidos ${amount} ${token}. Si nadie decide antes del ${moment(disputeEndsAt)}, ${otherwiseSentences[otherwise]}.${because(doubtIn('es', values))}`
}

function payment({ farmer, paid, refunded, token, booked }: NoticeValues['released']): string {
  const rest = refunded === '0' ? '' : `, y ${refunded} ${token} volvieron al encargante`
  return booked
    ? `Se liberaron ${paid} ${token} para ${checksum(farmer)}${rest}. Eso está asentado aquí, y todavía no se ha pagado nada: el encargante paga con su propio monedero, y puede mostrar la transacción.`
    : `${paid} ${token} fueron a ${checksum(farmer)}${rest}.`
}

const releasedBecause: Readonly<Record<ReleasedBecause, string>> = {
  'window-over': 'El plazo de revisión ha terminado.',
  approved: 'El encargante aprobó el trabajo.',
  resolved: 'La disputa se decidió a favor del farmer.',
  split: 'La disputa se decidió dando una parte a cada lado.',
  agreed: 'Ambas partes acordaron una parte para cada una.',
  undecided: 'Nadie decidió la disputa a tiempo, y las pruebas que hay hablan a favor del trabajo.',
}

const refundedBecause: Readonly<Record<RefundedBecause, string>> = {
  resolved: 'La disputa se decidió a favor del encargante.',
  undecided: 'Nadie decidió la disputa a tiempo.',
  conceded: 'El farmer cedió.',
  'funds-gone':
    'El encargante recuperó los fondos del contrato antes de que se le pudiera proponer el trabajo.',
  'on-chain': 'Se reembolsó en la cadena.',
}

const decisions: Readonly<Record<CreditDecision, string>> = {
  unknown: 'Está decidido.',
  split: releasedBecause.split,
  conceded: refundedBecause.conceded,
  'for-farmer': releasedBecause.resolved,
  'for-giver': refundedBecause.resolved,
}

const waysOut: Readonly<Record<Side, string>> = {
  farmer:
    'Cualquiera puede hacer que el contrato lo envíe una vez más, y solo el farmer puede llevarlo a otra dirección: releaseTo(escrow, receiver)',
  giver:
    'Cualquiera puede hacer que el contrato lo envíe una vez más, y solo quien lo pagó puede llevarlo a otra dirección: takeBackTo(escrow, farmer, receiver)',
}

function sideOf({ farmer, side }: Pick<NoticeValues['credit-kept'], 'farmer' | 'side'>): string {
  return side === 'farmer' ? checksum(farmer) : 'el encargante'
}

function changed({ amount, places, deadline, description }: NoticeValues['edited']): string[] {
  const sentences = ['El encargante modificó esta misión. Lo que usted aceptó se mantiene, y:']
  if (amount !== null)
    sentences.push(
      `La recompensa por cada plaza es ahora ${amount.after} ${amount.token}; era ${amount.before} ${amount.token}.`,
    )
  if (places !== null) sentences.push(`Ahora tiene ${places} plazas.`)
  if (deadline !== null)
    sentences.push(
      deadline.after === null
        ? 'Ya no tiene fecha límite.'
        : `Su fecha límite para nuevos farmers es ahora el ${moment(deadline.after)}.`,
    )
  if (description) sentences.push('Se añadió algo a su descripción; está en la misión.')
  return sentences
}

const termWords: Readonly<Record<ChangedTerm, string>> = {
  title: 'título',
  description: 'descripción',
  skills: 'habilidades',
  category: 'categoría',
  codehostRepo: 'repositorio',
  codehostIssue: 'incidencia',
  admission: 'admisión de farmers',
  requires: 'requisitos',
}

function changedForBackers({ amount, deadline, terms }: NoticeValues['edited-for-backers']): string[] {
  const sentences = ['El encargante modificó esta misión, a cuya recompensa usted añade algo.']
  if (amount !== null)
    sentences.push(
      `Su propia recompensa por cada plaza es ahora ${amount.after} ${amount.token}; era ${amount.before} ${amount.token}. Lo que usted añade se mantiene.`,
    )
  if (deadline !== null)
    sentences.push(
      deadline.after === null
        ? 'Ya no tiene fecha límite.'
        : `Su fecha límite para nuevos farmers es ahora el ${moment(deadline.after)}.`,
    )
  if (terms.length > 0)
    sentences.push(`Ahora son distintos: ${terms.map(term => termWords[term]).join(', ')}.`)
  return [
    ...sentences,
    'La página de la misión la muestra tal como es ahora. Mientras nadie tenga una plaza, puede terminar allí lo que añade.',
  ]
}

const shareEnded = {
  changed: 'Se retiró el reparto.',
  refused: 'Un miembro rechazó su parte.',
  'not-agreed': 'El trabajo se demostró o se aceptó antes de que todos aceptaran.',
  'place-over': 'La plaza ya no existe, o su recompensa volvió.',
} as const

const contestSentences: Readonly<Record<NoticeValues['contest-decided']['decided'], string>> = {
  ranked: 'La clasificación es firme.',
  resolved: 'El monedero de la plataforma decidió la disputa sobre la clasificación.',
  silence: 'Las propuestas no se clasificaron a tiempo: los premios se pagan a partes iguales.',
  'no-entries': 'No había ninguna propuesta que pagar, y los premios vuelven.',
  cancelled: 'El encargante canceló el concurso antes de que nadie participara.',
  refunded: 'El contrato devolvió los premios.',
  'funds-gone': 'El encargante retiró los premios del contrato: ya no hay nada que ganar.',
}

/** In the smallest units, as the contract counts. */
function deposited({ token, each, places }: DepositFacts): string {
  return `${each} de ${checksum(token)} para cada una de ${places} plazas`
}

function moderated(sentence: string, about: string, reason: string): string {
  return `${sentence}\n\n${about}\n\nEl motivo: ${reason}\n\nPuede responder en /moderation.`
}

function thingOf({ kind, thing, title }: LetterValues['shown-again']): string {
  return `${title} (${kinds[kind]} ${thing})`
}

function walletOf(owner: Address): string {
  return `Monedero: ${checksum(owner)}`
}

const kinds: Readonly<Record<ReportedKind, string>> = {
  quest: 'misión',
  comment: 'comentario',
  letter: 'carta',
  profile: 'perfil',
  proposal: 'propuesta',
  file: 'archivo',
  wallet: 'monedero',
  entry: 'participación',
}

const channels: Readonly<Record<ChannelKind, string>> = {
  email: 'correo electrónico',
  push: 'web push',
  webhook: 'su webhook',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}
