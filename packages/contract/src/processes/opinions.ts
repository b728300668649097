import { z } from 'zod';
import { blank, count, done, nested, optionalText, text, version } from '../kit/fields.ts';
import { content } from '../kit/content.ts';
import { onPage } from '../files/fields.ts';
import { endpoint, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { viewpointState } from '../viewpoints.ts';

/**
 * Opinions (校审意见) of a review: docs/domains/opinions.md. An open or answered opinion of grade `principle` blocks the
 * stage that raised it and all later ones.
 */
export const OPINION_GRADES = ['principle', 'technical', 'general'] as const;
export type OpinionGrade = (typeof OPINION_GRADES)[number];

/** `kept`: ended without a change, with a reason. `open` and `answered` are unresolved. */
export const OPINION_STATES = ['open', 'answered', 'closed', 'kept'] as const;
export type OpinionState = (typeof OPINION_STATES)[number];

/** `viewpoint`: a view of a model. `component`: one component in a view. `file`: a file of the round. */
export const OPINION_PLACES = ['text', 'file', 'viewpoint', 'component'] as const;
export type OpinionPlace = (typeof OPINION_PLACES)[number];

/** Entries of the thread of an opinion, in the order of time. */
export const OPINION_ACTIONS = ['raise', 'edit', 'reply', 'close', 'keep', 'reopen'] as const;

const person = z.object({ id: z.number(), name: z.string() });

const opinionRow = z.object({
  id: z.number(),
  /** Counted from 1 in the process. A deleted opinion keeps its number. */
  no: z.number(),
  /** Round and stage that raised it. `position` is that of the time. */
  round: z.number(),
  stage_name: z.string(),
  position: z.number(),
  grade: z.enum(OPINION_GRADES),
  text: z.string(),
  state: z.enum(OPINION_STATES),
  place: z.object({
    kind: z.enum(OPINION_PLACES),
    /** The words of the place: location, name of the viewpoint or of the component. Empty for a whole file. */
    name: z.string(),
    /** The model of a viewpoint or component. Its version is the one that was shown. */
    model: z.object({ id: z.number(), name: z.string(), version_id: z.number(), version_no: z.number() }).nullable(),
    /** The global id of the component. */
    guid: z.string().nullable(),
    /** The file of the round. It never changes. `page` is counted from 1; null: the whole file. */
    file: z.object({ id: z.number(), name: z.string(), page: z.number().nullable() }).nullable(),
  }),
  author: person,
  /** The person for whom a deputy raised it. */
  for_user: person.nullable(),
  created_at: z.string(),
  /** The latest answer of the designer. */
  reply: z.object({ user: person, text: z.string(), at: z.string() }).nullable(),
  /** The person who closed or kept it, with the reason. */
  ended: z.object({ user: person, text: z.string(), at: z.string() }).nullable(),
  thread: z.array(
    z.object({
      id: z.number(),
      action: z.enum(OPINION_ACTIONS),
      user: person,
      for_user: person.nullable(),
      text: z.string(),
      at: z.string(),
    }),
  ),
  /** It blocks the stage under review. */
  blocks: z.boolean(),
  version: z.number(),
  /** The reader's possible actions. */
  can: z.object({
    edit: z.boolean(),
    del: z.boolean(),
    reply: z.boolean(),
    close: z.boolean(),
    keep: z.boolean(),
    reopen: z.boolean(),
  }),
});
export type OpinionRow = z.output<typeof opinionRow>;

/**
 * All opinions of a process, at most LIMITS.opinionsMax: blocking ones, other unresolved ones, then by number. Readers
 * of the process. Null for a reader without a part in it whose roles do not show opinions of others.
 */
export const opinionIndex = endpoint({
  method: 'GET',
  path: '/apis/opinion/index',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, process_id: ref('process', 'read') }),
  output: z.object({
    list: content('opinions', z.array(opinionRow)),
    /** Unresolved ones by grade. */
    unresolved: content('opinions', z.object({ principle: z.number(), technical: z.number(), general: z.number() })),
    can_add: z.boolean(),
  }),
});

/** One opinion with its view, for the page of the model. `view` is null for a text or a file. */
export const opinionInfo = endpoint({
  method: 'GET',
  path: '/apis/opinion/info',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('opinion', 'read') }),
  output: opinionRow.extend({ process_id: z.number(), pc_path: z.string(), view: viewpointState.nullable() }),
});

/**
 * Raises an opinion. Executors of the running round do. The fields of the place follow its kind: `file` takes
 * `attachment_id`, `viewpoint` takes `version_id` and `view`, `component` also `guid`, `text` takes `place_name`.
 */
export const opinionAdd = endpoint({
  method: 'POST',
  path: '/apis/opinion/add',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    process_id: ref('process', 'read'),
    grade: z.enum(OPINION_GRADES),
    text: text(LIMITS.commentMax),
    place: z.enum(OPINION_PLACES).default('text'),
    place_name: optionalText(LIMITS.titleMax),
    attachment_id: blank(ref('attachment', 'read').optional()),
    page: blank(count(100_000).optional()),
    version_id: blank(ref('model_version', 'view').optional()),
    view: blank(nested(viewpointState).optional()),
    guid: optionalText(64),
  }),
  output: z.object({ id: z.number(), no: z.number() }),
});

const change = (path: `/apis/opinion/${string}`) => ({ method: 'POST', path, access: 'signed-in' }) as const;
const of = () => ({ ...onPage, id: ref('opinion', 'read'), version: version() });

/** By its author, while it is open. */
export const opinionEdit = endpoint({
  ...change('/apis/opinion/edit'),
  input: z.strictObject({ ...of(), grade: z.enum(OPINION_GRADES), text: text(LIMITS.commentMax) }),
  output: done,
});

/** By its author, while it is open and without an answer. */
export const opinionDel = endpoint({
  ...change('/apis/opinion/del'),
  input: z.strictObject(of()),
  output: done,
});

/** The answer of an author of the work or of the starter: open or answered becomes answered. */
export const opinionReply = endpoint({
  ...change('/apis/opinion/reply'),
  input: z.strictObject({ ...of(), text: text(LIMITS.commentMax) }),
  output: done,
});

/** By the author of the opinion or an executor of a later stage. */
export const opinionClose = endpoint({
  ...change('/apis/opinion/close'),
  input: z.strictObject({ ...of(), text: optionalText(LIMITS.commentMax) }),
  output: done,
});

/** Ends the opinion without a change (保留), with the reason. By those who may close it. */
export const opinionKeep = endpoint({
  ...change('/apis/opinion/keep'),
  input: z.strictObject({ ...of(), text: text(LIMITS.commentMax) }),
  output: done,
});

/** Opens a closed or kept opinion again, while the process is under review. By those who may close it. */
export const opinionReopen = endpoint({
  ...change('/apis/opinion/reopen'),
  input: z.strictObject({ ...of(), text: optionalText(LIMITS.commentMax) }),
  output: done,
});

/** The check record sheet (校审记录单): all rounds with their signatures, and all opinions by number. */
export const opinionRecord = endpoint({
  method: 'GET',
  path: '/apis/opinion/record',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ ...onPage, process_id: ref('process', 'read') }),
  output: z.object({
    enterprise_name: z.string(),
    project: z.object({ name: z.string(), number: z.string() }).nullable(),
    name: z.string(),
    number: z.string(),
    profession_name: z.string(),
    /** The people whose work it is. */
    authors: z.array(person),
    rounds: z.array(
      z.object({
        round: z.number(),
        starter: person,
        started_at: z.string(),
        /** One line for each executor of each stage. `for_user` is the person for whom a deputy signed. */
        signatures: z.array(
          z.object({
            position: z.number(),
            stage_name: z.string(),
            user: person,
            for_user: person.nullable(),
            result: z.enum(['passed', 'not_passed', 'skipped', 'waiting']),
            at: z.string().nullable(),
          }),
        ),
      }),
    ),
    opinions: content('opinions', z.array(opinionRow)),
  }),
});
