/** Names of the environment variables that contain the resources and settings of a function. The CDK stacks set these variables. */
export type VariableName =
  | `TABLE_${'USER_PROFILES' | 'CREDIT_TRANSACTIONS' | 'BATCHES' | 'GENERATION_HISTORY' | 'IMAGE_GENERATION_HISTORY' | 'DAILY_USES' | 'PAYMENTS' | 'BONUS_CLAIMS' | 'PIPELINE_RUNS' | 'PRODUCTS' | 'ADMISSION' | 'DELETED_ACCOUNTS' | 'SIGNED_FILES'}`
  | `${string}_MACHINE_ARN`
  | `${string}_SECRET_ARN`
  | `${'VIDEO' | 'PROMPT'}_PROVIDER`
  | `CLOUDINARY_${'CLOUD_NAME' | 'UPLOAD_PRESET'}`
  | 'MEDIA_BUCKET'
  | 'MEDIA_LINKS_PARAMETER'
  | 'SIGNING_KEY_ARN'
  | 'SIGNING_CERTIFICATES_PARAMETER'
  | 'WITHOUT_SIGNING_KEY'
  | 'SIGN_FUNCTION_NAME'
  | 'SITE_ORIGIN_PARAMETER'
  | 'USER_POOL_ID'
  | 'MAIL_FROM';
