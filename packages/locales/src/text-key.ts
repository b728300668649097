import type access from '../zh/access.json';
import type actionLog from '../zh/action-log.json';
import type attachments from '../zh/attachments.json';
import type codes from '../zh/codes.json';
import type comments from '../zh/comments.json';
import type common from '../zh/common.json';
import type conditions from '../zh/conditions.json';
import type config from '../zh/config.json';
import type cost from '../zh/cost.json';
import type delegations from '../zh/delegations.json';
import type desk from '../zh/desk.json';
import type entities from '../zh/entities.json';
import type enterprise from '../zh/enterprise.json';
import type errors from '../zh/errors.json';
import type folders from '../zh/folders.json';
import type files from '../zh/files.json';
import type help from '../zh/help.json';
import type home from '../zh/home.json';
import type http from '../zh/http.json';
import type identity from '../zh/identity.json';
import type images from '../zh/images.json';
import type invite from '../zh/invite.json';
import type leading from '../zh/leading.json';
import type ifc from '../zh/ifc.json';
import type login from '../zh/login.json';
import type map from '../zh/map.json';
import type models from '../zh/models.json';
import type noticeMail from '../zh/notice-mail.json';
import type nonProjects from '../zh/non-projects.json';
import type notices from '../zh/notices.json';
import type opinionPages from '../zh/opinion-pages.json';
import type opinions from '../zh/opinions.json';
import type organisation from '../zh/organisation.json';
import type palette from '../zh/palette.json';
import type partners from '../zh/partners.json';
import type print from '../zh/print.json';
import type processes from '../zh/processes.json';
import type projects from '../zh/projects.json';
import type records from '../zh/records.json';
import type recovery from '../zh/recovery.json';
import type roles from '../zh/roles.json';
import type seed from '../zh/seed.json';
import type settings from '../zh/settings.json';
import type sheets from '../zh/sheets.json';
import type shell from '../zh/shell.json';
import type status from '../zh/status.json';
import type tasks from '../zh/tasks.json';
import type templates from '../zh/templates.json';
import type validation from '../zh/validation.json';
import type viewer from '../zh/viewer.json';

/** One property for each locale file. A new file needs a line here before its keys can be used. */
interface Files {
  access: typeof access;
  'action-log': typeof actionLog;
  attachments: typeof attachments;
  codes: typeof codes;
  comments: typeof comments;
  common: typeof common;
  conditions: typeof conditions;
  config: typeof config;
  cost: typeof cost;
  delegations: typeof delegations;
  desk: typeof desk;
  entities: typeof entities;
  enterprise: typeof enterprise;
  errors: typeof errors;
  files: typeof files;
  folders: typeof folders;
  help: typeof help;
  home: typeof home;
  http: typeof http;
  identity: typeof identity;
  images: typeof images;
  invite: typeof invite;
  leading: typeof leading;
  ifc: typeof ifc;
  login: typeof login;
  map: typeof map;
  models: typeof models;
  'notice-mail': typeof noticeMail;
  'non-projects': typeof nonProjects;
  notices: typeof notices;
  'opinion-pages': typeof opinionPages;
  opinions: typeof opinions;
  organisation: typeof organisation;
  palette: typeof palette;
  partners: typeof partners;
  print: typeof print;
  processes: typeof processes;
  projects: typeof projects;
  records: typeof records;
  recovery: typeof recovery;
  roles: typeof roles;
  seed: typeof seed;
  settings: typeof settings;
  sheets: typeof sheets;
  shell: typeof shell;
  status: typeof status;
  tasks: typeof tasks;
  templates: typeof templates;
  validation: typeof validation;
  viewer: typeof viewer;
}

/** i18next selects the plural form by `count`, so the code uses the key without its ending. */
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

type Paths<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Paths<Tree[Key]>}`;
}[keyof Tree & string];

/** The key of a text that exists in every language: file and entry of packages/locales/zh, as in 'tasks.create.title'. */
export type TextKey = Paths<Files>;

/** The rest of the keys below a prefix, as in `TextEntry<'tasks.status'>`. */
export type TextEntry<Prefix extends string> = TextKey extends infer Key
  ? Key extends `${Prefix}.${infer Entry}`
    ? Entry
    : never
  : never;

/**
 * Marks a key that data carries: an answer, a stored row, a violated rule of a schema, a class of a model. The type
 * system cannot check these keys. A literal key in the code needs no mark.
 */
export const keyInData = (key: string): TextKey => key as TextKey;
