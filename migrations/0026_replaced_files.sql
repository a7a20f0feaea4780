-- When the file system last changed anything of a file (ctime): unlike the time of its last change,
-- nothing can put it back. NULL if its source does not tell, or until the file is listed again.
ALTER TABLE source_item ADD COLUMN changed TEXT;

-- JSON of what the latest comparison left out: folders that are never photos, files of other types.
ALTER TABLE source ADD COLUMN omitted TEXT;
