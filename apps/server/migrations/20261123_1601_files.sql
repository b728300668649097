-- Files and folders are found by name over many projects at once. The expression is that of file_words.
create index folder_words on folder using gin (array_append(app_grams(name), 'p:' || project_id::text)) where trash_id is null;
-- A common word is found among the newest files of the enterprise. Its rows in file_words are too many to read.
create index file_newest on file (enterprise_id, updated_at desc, id desc) where trash_id is null;
