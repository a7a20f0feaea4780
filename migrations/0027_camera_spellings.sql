-- One camera under several spellings of its model. Both new columns of names are filled by
-- src/photos/camera-spellings.ts, at the first start with this schema.
ALTER TABLE camera ADD COLUMN name_key TEXT;      -- by which other spellings are recognised
-- The camera that this one turned out to be; its own row keeps a second picture.
ALTER TABLE camera ADD COLUMN merged_into TEXT REFERENCES camera (id) ON DELETE CASCADE;
CREATE INDEX camera_by_name_key ON camera (name_key);
CREATE INDEX camera_by_merged_into ON camera (merged_into) WHERE merged_into IS NOT NULL;

ALTER TABLE camera_model ADD COLUMN id TEXT;      -- of the model, as in addresses and filters
CREATE INDEX camera_model_by_id ON camera_model (id);
INSERT INTO camera_model (model, camera)
  SELECT model, id FROM camera WHERE true ON CONFLICT DO NOTHING;
